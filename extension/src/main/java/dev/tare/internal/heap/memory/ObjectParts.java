package dev.tare.internal.heap.memory;

import dev.tare.heap.ObjectLayout;
import dev.tare.heap.ShallowSize;
import dev.tare.heap.ShallowSize.Part;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Parts of the sizes of single objects, cached by class. */
final class ObjectParts {

  private static final String REFERENCE = "reference";
  private static final String INJECTED = "injected";
  private static final String OTHER = "other";

  /** References first, then the largest primitives, then injected fields. */
  private static final Comparator<Part> ORDER =
      Comparator.<Part>comparingInt(
              part -> part.type().equals(REFERENCE) ? 0 : part.type().equals(INJECTED) ? 2 : 1)
          .thenComparing(part -> -part.bytes() / part.count())
          .thenComparing(Part::type);

  private final ObjectLayout layout;
  private final Map<Class<?>, List<Part>> fields = new ConcurrentHashMap<>();

  ObjectParts(ObjectLayout layout) {
    this.layout = layout;
  }

  /**
   * Returns the parts of an object.
   *
   * @param bytes the size of the object
   */
  ShallowSize of(Object object, long bytes) {
    Class<?> type = object.getClass();
    String name = ClassShape.className(type);
    return type.isArray()
        ? array(object, name, bytes)
        : instance(name, bytes, fields.computeIfAbsent(type, this::parts));
  }

  private ShallowSize array(Object array, String name, long bytes) {
    int length = Array.getLength(array);
    Class<?> element = array.getClass().getComponentType();
    long elements = (long) length * bytes(element);
    int afterLength = layout.headerBytes() + Integer.BYTES;
    // the outermost dimension is the first pair of brackets
    String label = name.replaceFirst("\\[]", "[" + length + "]");
    List<Part> parts = length == 0 ? List.of() : List.of(new Part(name(element), length, elements));
    return new ShallowSize(label, bytes, afterLength, parts, bytes - afterLength - elements);
  }

  private ShallowSize instance(String name, long bytes, List<Part> parts) {
    long rest = bytes - layout.headerBytes() - parts.stream().mapToLong(Part::bytes).sum();
    if (!name.equals(ObjectSizes.STACK_FRAMES)) {
      return new ShallowSize(name, bytes, layout.headerBytes(), parts, rest);
    }
    List<Part> all = new ArrayList<>(parts);
    all.add(new Part(OTHER, 1, rest));
    return new ShallowSize(name, bytes, layout.headerBytes(), all, 0);
  }

  /** Returns an object's off-heap bytes as its size. */
  static ShallowSize offHeap(Object object, long bytes) {
    List<Part> parts = bytes == 0 ? List.of() : List.of(new Part(OTHER, 1, bytes));
    return new ShallowSize(ClassShape.className(object.getClass()), bytes, 0, parts, 0);
  }

  private List<Part> parts(Class<?> type) {
    Map<String, Part> parts = new LinkedHashMap<>();
    for (Field field : DeclaredFields.instanceFields(type)) {
      add(parts, name(field.getType()), bytes(field.getType()));
    }
    for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
      for (int injected : InjectedFields.of(owner)) {
        boolean isReference = injected == InjectedFields.REFERENCE;
        add(parts, INJECTED, isReference ? layout.referenceBytes() : injected);
      }
    }
    return parts.values().stream().sorted(ORDER).toList();
  }

  private static void add(Map<String, Part> parts, String name, long bytes) {
    parts.merge(
        name,
        new Part(name, 1, bytes),
        (all, one) -> new Part(name, all.count() + 1, all.bytes() + one.bytes()));
  }

  private static String name(Class<?> type) {
    return type.isPrimitive() ? type.getName() : REFERENCE;
  }

  private int bytes(Class<?> type) {
    return type.isPrimitive() ? ModelledSizes.bytes(type) : layout.referenceBytes();
  }
}
