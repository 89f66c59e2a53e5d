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
 * The class file of all stubs for methods of one descriptor. They differ in a few names, which are
 * texts of the constant pool and nowhere else; to put those in costs much less than to write a
 * class file.
 */
final class StubTemplate {

  /** Stands in a template for the binary name of the stub, and gives the source file its name. */
  static final String STUB = "dev.tare.template.Tare$Call";

  /** Stands in a template for the binary name of the class through which the method is called. */
  static final String OWNER = "dev.tare.template.Owner";

  /** Stands in a template for the name of the method. */
  static final String METHOD = "tareTemplateMethod";

  private static final String[] PLACEHOLDERS = names(STUB, OWNER, METHOD);

  private static final Map<String, StubTemplate> KNOWN = new ConcurrentHashMap<>();

  // What stands before each name, and behind the last.
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
   * Whether a text stands in the constant pool there: tag, length, bytes. No text has a byte 0 in
   * it, so that a short one cannot be seen within another.
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
   * The class file of a stub.
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
    StubTemplate template = KNOWN.get(key);
    if (template == null) {
      template = new StubTemplate(StubWriter.write(type, owner.isInterface()));
      KNOWN.put(key, template);
    }
    return template.with(names(name, owner.getName(), called.getName()));
  }

  private byte[] with(String[] filled) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(2048);
      DataOutputStream file = new DataOutputStream(bytes);
      for (int i = 0; i < names.size(); i++) {
        file.write(parts.get(i));
        file.writeUTF(filled[names.get(i)]);
      }
      file.write(parts.get(names.size()));
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All texts of the constant pool that differ from stub to stub. */
  private static String[] names(String stub, String owner, String method) {
    String internal = owner.replace('.', '/');
    return new String[] {
      stub.replace('.', '/'), internal, "L".concat(internal).concat(";"), method
    };
  }
}
