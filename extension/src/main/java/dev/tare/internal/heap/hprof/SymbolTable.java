package dev.tare.internal.heap.hprof;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Names in a heap dump by their ids, stored in one array instead of one object for each. */
final class SymbolTable {

  /** Start of each entry in the array: the length of the name in two bytes, then the name. */
  private final LongIntMap starts = new LongIntMap(1 << 10);

  private byte[] bytes = new byte[1 << 14];
  private int used;

  void add(long id, int length, DumpInput input) throws IOException {
    if (length < 0 || length > 0xFFFF || used > Integer.MAX_VALUE - 0x20000) {
      throw new IOException("it has a name of " + length + " bytes");
    }
    int needed = used + Short.BYTES + length;
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, needed + needed / 2);
    }
    if (starts.putIfAbsent(id, used)) {
      bytes[used] = (byte) (length >> Byte.SIZE);
      bytes[used + 1] = (byte) length;
      System.arraycopy(input.bytes(length), 0, bytes, used + Short.BYTES, length);
      used = needed;
    }
  }

  /** Returns the name with an id; {@code ?} if there is none. */
  String get(long id) {
    int start = starts.get(id);
    return start == LongIntMap.ABSENT
        ? "?"
        : new String(bytes, start + Short.BYTES, length(start), StandardCharsets.UTF_8);
  }

  private int length(int start) {
    return ((bytes[start] & 0xFF) << Byte.SIZE) | (bytes[start + 1] & 0xFF);
  }

  /** Returns whether an id is that of a name; names of another length are not decoded. */
  boolean matches(long id, String name) {
    int start = starts.get(id);
    return start != LongIntMap.ABSENT && length(start) == name.length() && get(id).equals(name);
  }
}
