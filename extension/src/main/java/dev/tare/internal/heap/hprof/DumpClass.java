package dev.tare.internal.heap.hprof;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A class in a heap dump. */
final class DumpClass {

  private static final int REFERENCE = HprofReader.OBJECT;

  /** A static field of a reference type. */
  record Static(long name, long value) {}

  /** An instance field; its type is a code of the format. */
  record Field(long name, int type) {}

  /**
   * A reference in the fields of an instance.
   *
   * @param offset the offset in the content of the instance's record
   * @param declaring the class that declares the field
   */
  record Reference(int offset, long name, DumpClass declaring) {}

  final long id;
  final long superclass;
  final long loader;
  final long signers;
  final long domain;
  final List<Static> statics;
  final List<Field> fields;

  // set by DumpClasses.link()
  String name = "";

  /** The references that keep other objects alive. */
  Reference[] references = {};

  /** The offset of a reference object's referent; -1 for other objects. */
  int referentOffset = -1;

  /** Whether the referent is softly reachable. */
  boolean soft;

  /** Whether the class is never unloaded. */
  boolean permanent;

  /** Whether the class belongs to the JDK. */
  boolean ofTheJdk;

  /** Whether it belongs to JUnit, which holds objects for tests; false for its threads. */
  boolean ofJUnit;

  /** Whether its instances are not followed: they only mark objects for the reader. */
  boolean marks;

  private DumpClass(
      long id,
      long superclass,
      long loader,
      long signers,
      long domain,
      List<Static> statics,
      List<Field> fields) {
    this.id = id;
    this.superclass = superclass;
    this.loader = loader;
    this.signers = signers;
    this.domain = domain;
    this.statics = statics;
    this.fields = fields;
  }

  static DumpClass read(DumpInput input) throws IOException {
    long id = input.id();
    input.skip(Integer.BYTES);
    long superclass = input.id();
    long loader = input.id();
    long signers = input.id();
    long domain = input.id();
    input.skip(2L * input.idSize() + Integer.BYTES);
    int constants = input.u2();
    for (int i = 0; i < constants; i++) {
      input.skip(Short.BYTES);
      input.skip(HprofReader.size(input.u1(), input));
    }
    return new DumpClass(
        id, superclass, loader, signers, domain, readStatics(input), readFields(input));
  }

  private static List<Static> readStatics(DumpInput input) throws IOException {
    List<Static> statics = new ArrayList<>();
    int count = input.u2();
    for (int i = 0; i < count; i++) {
      long name = input.id();
      int type = input.u1();
      if (type == REFERENCE) {
        statics.add(new Static(name, input.id()));
      } else {
        input.skip(HprofReader.size(type, input));
      }
    }
    return statics;
  }

  private static List<Field> readFields(DumpInput input) throws IOException {
    List<Field> fields = new ArrayList<>();
    int count = input.u2();
    for (int i = 0; i < count; i++) {
      fields.add(new Field(input.id(), input.u1()));
    }
    return fields;
  }

  /** Returns whether instances may refer to objects that they keep alive. */
  boolean leadsFurther() {
    return !marks && (references.length > 0 || soft || !permanent);
  }
}
