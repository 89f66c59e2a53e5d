package dev.tare.internal.heap.memory;

import static java.util.Comparator.comparing;
import static java.util.Comparator.reverseOrder;

import dev.tare.heap.ObjectLayout;
import dev.tare.heap.UnweighableException;
import dev.tare.internal.agent.JdkModules;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Object sizes computed for any layout from the classes' fields.
 *
 * <p>For every class, the model is first checked against this JVM's layout. If they disagree, it
 * throws instead of guessing.
 */
public record ModelledSizes(ObjectLayout layout, ObjectLayout running) implements ObjectSizes {

  /** First release in which array elements begin directly after the length, if they are aligned. */
  private static final int FIRST_RELEASE_WITH_PACKED_ARRAYS = 23;

  /**
   * JDK classes to which HotSpot adds fields that reflection does not list, as of JDK 17 and 25.
   * The flag of a string is always in its padding.
   */
  private static final Set<String> WITH_HIDDEN_FIELDS =
      Set.of(
          "java.lang.String",
          "java.lang.ClassLoader",
          "java.lang.Module",
          "java.lang.InternalError",
          "java.lang.StackFrameInfo",
          "java.lang.Thread",
          "java.lang.VirtualThread",
          "java.lang.invoke.CallSite",
          "java.lang.invoke.MemberName",
          "java.lang.invoke.MethodHandleNatives$CallSiteContext",
          "java.lang.invoke.ResolvedMethodName");

  private static final String CONTENDED = "jdk.internal.vm.annotation.Contended";

  /** Returns the bytes of a field of a type, or of an element of an array. */
  static int bytes(Class<?> type, ObjectLayout layout) {
    return type.isPrimitive() ? ObjectMemory.arrayScale(type.arrayType()) : layout.referenceBytes();
  }

  /** Returns whether reflection does not list all fields of a class and its superclasses. */
  static boolean hasHiddenFields(Class<?> type) {
    Class<?> owner = type;
    while (owner != null
        && (owner.getClassLoader() != null || !WITH_HIDDEN_FIELDS.contains(owner.getName()))) {
      owner = owner.getSuperclass();
    }
    return owner != null;
  }

  /**
   * Returns what every object of a class and its subclasses has at least, in bytes: a header and
   * the fields, however the JVM arranges them.
   */
  public static long least(Class<?> type, ObjectLayout layout) {
    int bytes = layout.headerBytes();
    for (Field field : DeclaredFields.instanceFields(type)) {
      bytes += bytes(field.getType(), layout);
    }
    return FieldPacking.aligned(bytes, layout.alignmentBytes());
  }

  @Override
  public Size of(Object object) {
    Class<?> type = object.getClass();
    if (type == Class.class || type.getName().equals(STACK_FRAMES)) {
      throw notModelled(type, "its objects are of many sizes");
    }
    if (type != String.class && hasHiddenFields(type)) {
      throw notModelled(type, "the JVM adds fields to it");
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
    int scale = bytes(element, layout);
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
    chain.forEach(owner -> packing.add(ownFields(owner, layout), isContended(owner)));
    return packing.size(layout.alignmentBytes());
  }

  /** Returns the sizes of a class's own fields: primitives, the largest first, then references. */
  private static List<Integer> ownFields(Class<?> type, ObjectLayout layout) {
    return Arrays.stream(ObjectMemory.declaredFields(type))
        .filter(field -> !Modifier.isStatic(field.getModifiers()))
        .map(Field::getType)
        .sorted(
            comparing(Class<?>::isPrimitive, reverseOrder())
                .thenComparing(field -> -bytes(field, layout)))
        .map(field -> bytes(field, layout))
        .toList();
  }

  /** Returns whether a class is {@code @Contended}, which the JVM honours in JDK classes only. */
  private static boolean isContended(Class<?> type) {
    return JdkModules.isOfTheJdk(type)
        && Arrays.stream(type.getDeclaredAnnotations())
            .anyMatch(annotation -> annotation.annotationType().getName().equals(CONTENDED));
  }

  /**
   * Model of how HotSpot places the fields of a class and its superclasses.
   *
   * <p>A class's own fields are placed largest primitives first, then references, each into the
   * smallest gap that fits, otherwise at the end. Gaps left by superclasses are filled too. The
   * fields of a {@code @Contended} class are placed at the end, with padding before and after them.
   * Contended fields and subclasses of a contended class are not modelled.
   */
  /*
   * JEP 8237767, "Field layout computation overhaul", in JDK 15; its default behaviour is unchanged
   * since: JDK 17 and 25 agree. Contended: JEP 142.
   */
  private static final class FieldPacking {

    /** The default of {@code -XX:ContendedPaddingWidth}. */
    private static final int PADDING = 128;

    private record Gap(int offset, int end) {

      int size() {
        return end - offset;
      }

      boolean fits(int size) {
        return aligned(offset, size) + size <= end;
      }
    }

    private final int header;

    /** The sizes of the placed fields by offset. */
    private final TreeMap<Integer, Integer> placed = new TreeMap<>();

    private final List<Gap> gaps = new ArrayList<>();
    private int end;

    FieldPacking(int headerBytes) {
      this.header = headerBytes;
      this.end = headerBytes;
    }

    /**
     * Places the fields that one class declares, after those of its superclass.
     *
     * @param sizes sizes in placement order
     */
    void add(List<Integer> sizes, boolean isContended) {
      findGaps();
      end += isContended ? PADDING : 0;
      place(sizes, isContended);
      end += isContended ? PADDING : 0;
    }

    /** Returns the bytes of an object, rounded up to the alignment. */
    long size(int alignment) {
      return aligned(end, alignment);
    }

    /** Finds the gaps between the placed fields. */
    private void findGaps() {
      gaps.clear();
      end = header;
      placed.forEach(
          (offset, size) -> {
            addGap(end, offset);
            end = offset + size;
          });
    }

    private void addGap(int from, int to) {
      if (from < to) {
        gaps.add(new Gap(from, to));
      }
    }

    private void place(List<Integer> sizes, boolean toTheEnd) {
      for (int size : sizes) {
        Gap gap = toTheEnd ? null : smallest(size);
        int offset = aligned(gap == null ? end : gap.offset, size);
        if (gap == null) {
          addGap(end, offset);
          end = offset + size;
        } else {
          gaps.remove(gap);
          addGap(gap.offset, offset);
          addGap(offset + size, gap.end);
        }
        placed.put(offset, size);
      }
    }

    private @Nullable Gap smallest(int size) {
      return gaps.stream()
          .filter(gap -> gap.fits(size))
          .min(Comparator.comparingInt(Gap::size).thenComparing(gap -> -gap.offset))
          .orElse(null);
    }

    static int aligned(int offset, int alignment) {
      return (offset + alignment - 1) & -alignment;
    }
  }
}
