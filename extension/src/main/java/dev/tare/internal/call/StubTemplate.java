package dev.tare.internal.call;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Template of a class file for all stubs of methods with the same descriptor. The stubs differ only
 * in a few texts of the constant pool. Filling these in is much faster than writing a class file.
 */
final class StubTemplate {

  /** Placeholder for the binary name of the stub; it also gives the source file its name. */
  static final String STUB = "dev.tare.template.Tare$Call";

  /** Placeholder for the binary name of the class through which the method is called. */
  static final String OWNER = "dev.tare.template.Owner";

  /** Placeholder for the name of the method. */
  static final String METHOD = "tareTemplateMethod";

  private static final String[] PLACEHOLDERS = names(STUB, OWNER, METHOD);

  private static final Map<String, StubTemplate> CACHE = new ConcurrentHashMap<>();

  // The bytes before each name, and after the last one.
  private final List<byte[]> parts = new ArrayList<>();
  private final List<Integer> names = new ArrayList<>();

  private StubTemplate(byte[] file) {
    int from = 0;
    for (int at = 0; at < file.length; at++) {
      for (int name = 0; name < PLACEHOLDERS.length; name++) {
        byte[] text = PLACEHOLDERS[name].getBytes(StandardCharsets.US_ASCII);
        if (isText(file, at, text)) {
          parts.add(Arrays.copyOfRange(file, from, at + 1)); // with the tag
          names.add(name);
          from = at + 3 + text.length;
        }
      }
    }
    parts.add(Arrays.copyOfRange(file, from, file.length));
  }

  /**
   * Returns whether the constant pool has a text at the position: tag, length, bytes. Texts contain
   * no byte 0, so a short text cannot match inside another one.
   */
  private static boolean isText(byte[] file, int at, byte[] text) {
    int start = at + 3;
    return file[at] == 1
        && start + text.length <= file.length
        && file[at + 1] == 0
        && file[at + 2] == text.length
        && Arrays.equals(file, start, start + text.length, text, 0, text.length);
  }

  /**
   * Returns the class file of a stub.
   *
   * @param name the binary name of the stub
   * @param owner the class through which the method is called
   */
  static byte[] fill(String name, Class<?> owner, Method called) {
    MethodType type = MethodType.methodType(called.getReturnType(), called.getParameterTypes());
    String key = type.descriptorString();
    if (owner.isInterface()) {
      key = key.concat("interface");
    }
    StubTemplate template = CACHE.get(key);
    if (template == null) {
      template = new StubTemplate(StubWriter.write(type, owner.isInterface()));
      CACHE.put(key, template);
    }
    return template.fillIn(names(name, owner.getName(), called.getName()));
  }

  private byte[] fillIn(String[] texts) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(2048);
      DataOutputStream file = new DataOutputStream(bytes);
      for (int i = 0; i < names.size(); i++) {
        file.write(parts.get(i));
        file.writeUTF(texts[names.get(i)]);
      }
      file.write(parts.get(names.size()));
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns all texts of the constant pool that differ between stubs. */
  private static String[] names(String stub, String owner, String method) {
    String internal = owner.replace('.', '/');
    return new String[] {
      stub.replace('.', '/'), internal, "L".concat(internal).concat(";"), method
    };
  }
}
