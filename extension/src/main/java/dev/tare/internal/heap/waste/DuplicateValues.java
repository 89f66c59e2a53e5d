package dev.tare.internal.heap.waste;

import dev.tare.internal.heap.memory.DeclaredFields;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.tree.SpanningTree;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Strings and boxes that were met before in another object, by what their fields say.
 *
 * <p>Keeps one small object for every different one.
 */
public final class DuplicateValues {

  private static final Set<Class<?>> BOXES =
      Set.of(
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          Character.class,
          Boolean.class);

  private record Box(Class<?> type, long bits) {}

  /** The characters of a string; two of the same are equal and of the same coder. */
  private static final class Text {
    private final byte[] bytes;
    private final byte coder;
    private final int hash;

    Text(byte[] bytes, byte coder) {
      this.bytes = bytes;
      this.coder = coder;
      this.hash = 31 * Arrays.hashCode(bytes) + coder;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Text text
          && text.coder == coder
          && text.hash == hash
          && Arrays.equals(text.bytes, bytes);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  /** Bytes that several objects refer to. */
  private static final class SharedBytes {
    int references;
    int repeats;
  }

  private final long stringValue = DeclaredFields.offset(String.class, "value");
  private final long stringCoder = DeclaredFields.offset(String.class, "coder");
  private final Set<Object> met = new HashSet<>();
  private final IdentityHashMap<Object, SharedBytes> shared = new IdentityHashMap<>();

  public static boolean isBox(Class<?> type) {
    return BOXES.contains(type);
  }

  /** The bytes that would go with a box if it repeats an earlier one; 0 if it does not. */
  public long box(SpanningTree tree, int number) {
    Object box = tree.object(number);
    long offset = DeclaredFields.offset(box.getClass(), "value");
    return met.add(new Box(box.getClass(), bits(box, offset)))
        ? 0
        : ObjectMemory.sizeOf(tree.object(number));
  }

  private static long bits(Object box, long offset) {
    if (box instanceof Long || box instanceof Double) {
      return ObjectMemory.longAt(box, offset);
    }
    if (box instanceof Integer || box instanceof Float) {
      return ObjectMemory.intAt(box, offset);
    }
    long first = ObjectMemory.byteAt(box, offset);
    boolean two = box instanceof Short || box instanceof Character;
    return two ? first << Byte.SIZE | (ObjectMemory.byteAt(box, offset + 1) & 0xFF) : first;
  }

  /** The bytes that would go with a string if it repeats an earlier one; 0 if it does not. */
  public long string(SpanningTree tree, int number) {
    Object string = tree.object(number);
    if (!(ObjectMemory.reference(string, stringValue) instanceof byte[] bytes)) {
      return 0;
    }
    boolean repeats = !met.add(new Text(bytes, ObjectMemory.byteAt(string, stringCoder)));
    int child = tree.childNumber(number, bytes);
    if (child != SpanningTree.NONE && tree.referenceCount(child) == 1) {
      return repeats ? ObjectMemory.sizeOf(tree.object(number)) + ObjectMemory.sizeOf(bytes) : 0;
    }
    boolean last =
        isLast(bytes, repeats, child == SpanningTree.NONE ? 0 : tree.referenceCount(child));
    return repeats
        ? ObjectMemory.sizeOf(tree.object(number)) + (last ? ObjectMemory.sizeOf(bytes) : 0)
        : 0;
  }

  /** Whether now all that refers to some bytes is strings that repeat others. */
  private boolean isLast(Object bytes, boolean repeats, int references) {
    SharedBytes known = shared.computeIfAbsent(bytes, key -> new SharedBytes());
    known.references = Math.max(known.references, references);
    known.repeats += repeats ? 1 : 0;
    return known.references > 0 && known.repeats == known.references;
  }
}
