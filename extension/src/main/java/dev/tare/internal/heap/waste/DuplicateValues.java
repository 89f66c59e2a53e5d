package dev.tare.internal.heap.waste;

import dev.tare.internal.heap.memory.DeclaredFields;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.tree.SpanningTree;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Detects strings and boxes whose fields equal those of an object seen before.
 *
 * <p>It keeps one small object for each different value.
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

  private record BoxKey(Class<?> type, long bits) {}

  /** Characters of a string as a hash key. Equal strings of the JDK have the same coder. */
  private static final class StringKey {
    private final byte[] bytes;
    private final byte coder;
    private final int hash;

    StringKey(byte[] bytes, byte coder) {
      this.bytes = bytes;
      this.coder = coder;
      this.hash = 31 * Arrays.hashCode(bytes) + coder;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof StringKey text
          && text.coder == coder
          && text.hash == hash
          && Arrays.equals(text.bytes, bytes);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  /** Byte array that several objects refer to. */
  private static final class SharedBytes {
    int references;
    int repeats;
  }

  private final long stringValue = DeclaredFields.offset(String.class, "value");
  private final long stringCoder = DeclaredFields.offset(String.class, "coder");
  private final Set<Object> values = new HashSet<>();
  private final IdentityHashMap<Object, SharedBytes> shared = new IdentityHashMap<>();

  public static boolean isBox(Class<?> type) {
    return BOXES.contains(type);
  }

  /** Returns the bytes of a box if it repeats an earlier one; otherwise 0. */
  public long boxWaste(SpanningTree tree, int number) {
    Object box = tree.object(number);
    long offset = DeclaredFields.offset(box.getClass(), "value");
    return values.add(new BoxKey(box.getClass(), bits(box, offset)))
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
    boolean isTwoBytes = box instanceof Short || box instanceof Character;
    return isTwoBytes ? first << Byte.SIZE | (ObjectMemory.byteAt(box, offset + 1) & 0xFF) : first;
  }

  /**
   * Returns the bytes that would be freed with a string if it repeats an earlier one; otherwise 0.
   */
  public long stringWaste(SpanningTree tree, int number) {
    Object string = tree.object(number);
    if (!(ObjectMemory.reference(string, stringValue) instanceof byte[] bytes)) {
      return 0;
    }
    boolean repeats = !values.add(new StringKey(bytes, ObjectMemory.byteAt(string, stringCoder)));
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

  /** Returns whether all references to some bytes are now from strings that repeat others. */
  private boolean isLast(Object bytes, boolean repeats, int references) {
    SharedBytes sharing = shared.computeIfAbsent(bytes, key -> new SharedBytes());
    sharing.references = Math.max(sharing.references, references);
    sharing.repeats += repeats ? 1 : 0;
    return sharing.references > 0 && sharing.repeats == sharing.references;
  }
}
