package dev.tare.internal.heap.memory;

import static java.util.Objects.requireNonNull;

import dev.tare.heap.ObjectLayout;
import dev.tare.heap.UnweighableException;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/**
 * Object sizes computed for any layout from the classes' fields.
 *
 * <p>For every class, the model is first checked against this JVM's layout. If they disagree, it
 * throws instead of guessing.
 */
public record ModelledSizes(ObjectLayout layout, ObjectLayout running) implements ObjectSizes {

  /** First release in which array elements begin directly after the length, if they are aligned. */
  private static final int FIRST_RELEASE_WITH_PACKED_ARRAYS = 23;

  private static final Map<Class<?>, Integer> BYTES =
      Map.of(
          boolean.class,
          1,
          byte.class,
          1,
          char.class,
          2,
          short.class,
          2,
          int.class,
          4,
          float.class,
          4,
          long.class,
          8,
          double.class,
          8);

  /** Returns the bytes of a primitive type. */
  static int bytes(Class<?> primitive) {
    return requireNonNull(BYTES.get(primitive));
  }

  /**
   * Returns what every object of a class and its subclasses has at least, in bytes: a header and
   * the fields, however the JVM arranges them.
   */
  public static long least(Class<?> type, ObjectLayout layout) {
    int bytes = layout.headerBytes();
    for (Field field : DeclaredFields.instanceFields(type)) {
      Class<?> held = field.getType();
      bytes += held.isPrimitive() ? bytes(held) : layout.referenceBytes();
    }
    return FieldPacking.aligned(bytes, layout.alignmentBytes());
  }

  @Override
  public Size of(Object object) {
    Class<?> type = object.getClass();
    if (type == Class.class || type.getName().equals(STACK_FRAMES)) {
      throw notModelled(type, "its objects are of many sizes");
    }
    long actual = ObjectMemory.sizeOf(object);
    long modelled = type.isArray() ? array(type, running).of(object) : instance(type, running);
    if (actual != modelled) {
      throw notModelled(type, "this JVM has " + actual + " B where the model has " + modelled);
    }
    return type.isArray() ? array(type, layout) : Size.ofAll(instance(type, layout));
  }

  private UnweighableException notModelled(Class<?> type, String reason) {
    String name = ClassShape.className(type);
    return new UnweighableException(
        name + " cannot be weighed for " + layout + ": " + reason,
        "weigh it for the layout of this JVM, or ignore " + name);
  }

  private static Size array(Class<?> type, ObjectLayout layout) {
    Class<?> element = type.getComponentType();
    int scale = element.isPrimitive() ? bytes(element) : layout.referenceBytes();
    int afterLength = layout.headerBytes() + Integer.BYTES;
    boolean packed =
        layout.headerBytes() == 8
            || Runtime.version().feature() >= FIRST_RELEASE_WITH_PACKED_ARRAYS;
    int base = FieldPacking.aligned(afterLength, packed ? Math.max(scale, 4) : Long.BYTES);
    return Size.ofArray(base, scale, layout.alignmentBytes());
  }

  private static long instance(Class<?> type, ObjectLayout layout) {
    Deque<Class<?>> chain = new ArrayDeque<>();
    for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
      chain.push(owner);
    }
    FieldPacking packing = new FieldPacking(layout.headerBytes());
    for (Class<?> owner : chain) {
      packing.add(OwnFields.of(owner, layout.referenceBytes()));
    }
    return packing.size(layout.alignmentBytes());
  }
}
