package dev.tare.internal.heap.hprof;

import dev.tare.internal.heap.hprof.DumpLookup.DumpedObject;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Reader of the characters of strings in a heap dump. */
final class DumpStrings {

  private static final Charset UTF_16 =
      ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
          ? StandardCharsets.UTF_16LE
          : StandardCharsets.UTF_16BE;

  private DumpStrings() {}

  /**
   * Returns strings by their ids, in two passes through the dump; empty strings for other objects.
   */
  static Map<Long, String> read(Path file, DumpClasses classes, Collection<Long> ids)
      throws IOException {
    DumpLookup strings = new DumpLookup(classes);
    ids.forEach(strings::request);
    strings.read(file);
    DumpLookup arrays = new DumpLookup(classes);
    ids.forEach(id -> arrays.request(strings.reference(strings.get(id), "value")));
    arrays.read(file);
    Map<Long, String> texts = new HashMap<>();
    for (long id : ids) {
      DumpedObject string = strings.get(id);
      byte[] characters = arrays.get(strings.reference(string, "value")).content.array();
      Charset charset = isLatin1(string, classes) ? StandardCharsets.ISO_8859_1 : UTF_16;
      texts.put(id, new String(characters, charset));
    }
    return texts;
  }

  private static boolean isLatin1(DumpedObject string, DumpClasses classes) throws IOException {
    int coder = string.type == null ? -1 : classes.offset(string.type, "coder");
    return coder < 0 || string.content.get(coder) == 0;
  }
}
