package dev.tare.internal.heap.hprof;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builder of heap dumps with the objects that a test chooses. */
final class HprofWriter {

  /** The key of the marks. */
  static final long KEY = 4711;

  private static final long MARK = 900;

  /** The loader of the classes of {@code com.shop}. */
  private static final long LOADER = 40;

  private final int idSize;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(bytes);
  private final ByteArrayOutputStream objectBytes = new ByteArrayOutputStream();
  private final DataOutputStream objects = new DataOutputStream(objectBytes);
  private final Map<String, Long> names = new HashMap<>();
  private final Map<String, Integer> serials = new HashMap<>();
  private long nextName = 1_000_000;

  private interface Content {
    void write(DataOutputStream to) throws IOException;
  }

  HprofWriter(int idSize) {
    this.idSize = idSize;
    write(
        out,
        to -> {
          to.write("JAVA PROFILE 1.0.2\0".getBytes(StandardCharsets.US_ASCII));
          to.writeInt(idSize);
          to.writeLong(0);
        });
  }

  private static void write(DataOutputStream to, Content content) {
    try {
      content.write(to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void id(DataOutputStream to, long id) throws IOException {
    if (idSize == Long.BYTES) {
      to.writeLong(id);
    } else {
      to.writeInt((int) id);
    }
  }

  private void record(int tag, Content content) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    write(new DataOutputStream(body), content);
    write(
        out,
        to -> {
          to.writeByte(tag);
          to.writeInt(0);
          to.writeInt(body.size());
          body.writeTo(to);
        });
  }

  long name(String text) {
    Long known = names.get(text);
    if (known != null) {
      return known;
    }
    long id = nextName++;
    names.put(text, id);
    record(
        0x01,
        to -> {
          id(to, id);
          to.write(text.getBytes(StandardCharsets.UTF_8));
        });
    return id;
  }

  /** Writes a class whose instance fields are all references, with static fields. */
  HprofWriter type(
      long id, String name, long superclass, List<String> fields, Map<String, Long> statics) {
    Map<String, Integer> types = new LinkedHashMap<>();
    fields.forEach(field -> types.put(field, HprofReader.OBJECT));
    return typeWithFields(id, name, superclass, types, statics);
  }

  HprofWriter typeWithFields(
      long id,
      String name,
      long superclass,
      Map<String, Integer> fields,
      Map<String, Long> statics) {
    long nameId = name(name);
    int serial = serials.size() + 1;
    serials.put(name, serial);
    record(
        0x02,
        to -> {
          to.writeInt(serial);
          id(to, id);
          to.writeInt(0);
          id(to, nameId);
        });
    fields.keySet().forEach(this::name);
    statics.keySet().forEach(this::name);
    write(
        objects,
        to -> {
          to.writeByte(0x20);
          id(to, id);
          to.writeInt(0);
          id(to, superclass);
          id(to, name.contains("com/shop") ? LOADER : 0);
          for (int i = 0; i < 4; i++) {
            id(to, 0); // signers, domain, reserved
          }
          to.writeInt(0);
          to.writeShort(0);
          to.writeShort(statics.size());
          for (Map.Entry<String, Long> field : statics.entrySet()) {
            id(to, name(field.getKey()));
            to.writeByte(HprofReader.OBJECT);
            id(to, field.getValue());
          }
          to.writeShort(fields.size());
          for (Map.Entry<String, Integer> field : fields.entrySet()) {
            id(to, name(field.getKey()));
            to.writeByte(field.getValue());
          }
        });
    return this;
  }

  HprofWriter instance(long id, long type, long... references) {
    write(
        objects,
        to -> {
          to.writeByte(0x21);
          id(to, id);
          to.writeInt(0);
          id(to, type);
          to.writeInt(references.length * idSize);
          for (long reference : references) {
            id(to, reference);
          }
        });
    return this;
  }

  HprofWriter array(long id, long type, long... elements) {
    write(
        objects,
        to -> {
          to.writeByte(0x22);
          id(to, id);
          to.writeInt(0);
          to.writeInt(elements.length);
          id(to, type);
          for (long element : elements) {
            id(to, element);
          }
        });
    return this;
  }

  /** Writes a string with a class; the id of its array of characters is the next one. */
  HprofWriter string(long id, long type, String text) {
    write(
        objects,
        to -> {
          to.writeByte(0x23);
          id(to, id + 1);
          to.writeInt(0);
          to.writeInt(text.length());
          to.writeByte(8);
          to.write(text.getBytes(StandardCharsets.ISO_8859_1));
        });
    return instance(id, type, id + 1);
  }

  /** Writes the class of marks, a mark on a target, and one on the loader of the application. */
  HprofWriter target(long id) {
    Map<String, Integer> fields = new LinkedHashMap<>();
    fields.put("key", 11);
    fields.put("role", HprofReader.INT);
    fields.put("number", HprofReader.INT);
    fields.put("object", HprofReader.OBJECT);
    return typeWithFields(MARK, DumpMark.class.getName().replace('.', '/'), 0, fields, Map.of())
        .mark(901, DumpMark.Role.PERMANENT_LOADER, LOADER)
        .mark(902, DumpMark.Role.TARGET, id);
  }

  private HprofWriter mark(long id, DumpMark.Role role, long object) {
    write(
        objects,
        to -> {
          to.writeByte(0x21);
          id(to, id);
          to.writeInt(0);
          id(to, MARK);
          to.writeInt(16 + idSize);
          to.writeLong(KEY);
          to.writeInt(role.code);
          to.writeInt(0);
          id(to, object);
        });
    return this;
  }

  HprofWriter root(int tag, long id, int... numbers) {
    write(
        objects,
        to -> {
          to.writeByte(tag);
          id(to, id);
          for (int number : numbers) {
            to.writeInt(number);
          }
        });
    return this;
  }

  HprofWriter jniGlobal(long id) {
    write(
        objects,
        to -> {
          to.writeByte(0x01);
          id(to, id);
          id(to, 77);
        });
    return this;
  }

  /** Writes a stack with a single frame. */
  HprofWriter stack(int serial, String type, String method, String source, int line) {
    long methodId = name(method);
    long signature = name("()V");
    long sourceId = name(source);
    record(
        0x04,
        to -> {
          id(to, 500 + serial);
          id(to, methodId);
          id(to, signature);
          id(to, sourceId);
          to.writeInt(requireNonNull(serials.get(type)));
          to.writeInt(line);
        });
    record(
        0x05,
        to -> {
          to.writeInt(serial);
          to.writeInt(serial);
          to.writeInt(1);
          id(to, 500 + serial);
        });
    return this;
  }

  /** Ends a segment of objects. */
  HprofWriter segment() {
    byte[] content = objectBytes.toByteArray();
    objectBytes.reset();
    record(0x1C, to -> to.write(content));
    return this;
  }

  byte[] end() {
    segment();
    record(0x2C, to -> {});
    return bytes.toByteArray();
  }
}
