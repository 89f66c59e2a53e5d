package dev.tare.internal.heap.hprof;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A class in a heap dump. */
final class DumpClass {

  /** Static field of a reference type, with the id of the object that it refers to. */
  record StaticField(long nameId, long value) {}

  /** Instance field; its type is a code in {@link HprofReader}. */
  record InstanceField(long nameId, int type) {}

  /**
   * Instance field of a reference type.
   *
   * @param offset the offset of the field in the content of an instance's record
   */
  record ReferenceField(int offset, long nameId, DumpClass declaringClass) {}

  final long id;

  // ids of objects, 0 for none
  final long superclass;
  final long loader;
  final long signers;
  final long protectionDomain;

  final List<StaticField> statics;
  final List<InstanceField> fields;

  // the fields below are set by DumpClasses.link()
  String name = "";

  /** Fields that keep other objects alive, inherited ones included. */
  ReferenceField[] references = {};

  /** Offset of the referent in instances of {@code Reference}; -1 for other classes. */
  int referentOffset = -1;

  /** Whether the class is {@code SoftReference} or a subclass. */
  boolean isSoftReference;

  /** Whether the class is never unloaded. */
  boolean isPermanent;

  /** Whether the class belongs to the JDK. */
  boolean isJdkClass;

  /** Whether the class belongs to JUnit, which holds objects for tests; false for its threads. */
  boolean isJUnitClass;

  /** Whether the class is {@link DumpMark}, whose instances are not followed. */
  boolean isMark;

  private DumpClass(
      long id,
      long superclass,
      long loader,
      long signers,
      long protectionDomain,
      List<StaticField> statics,
      List<InstanceField> fields) {
    this.id = id;
    this.superclass = superclass;
    this.loader = loader;
    this.signers = signers;
    this.protectionDomain = protectionDomain;
    this.statics = statics;
    this.fields = fields;
  }

  static DumpClass read(DumpInput input) throws IOException {
    long id = input.id();
    input.skip(Integer.BYTES); // the stack trace
    long superclass = input.id();
    long loader = input.id();
    long signers = input.id();
    long protectionDomain = input.id();
    input.skip(2L * input.idSize() + Integer.BYTES); // reserved, and the instance size
    int constants = input.u2();
    for (int i = 0; i < constants; i++) {
      input.skip(Short.BYTES);
      input.skip(HprofReader.sizeOf(input.u1(), input));
    }
    return new DumpClass(
        id, superclass, loader, signers, protectionDomain, readStatics(input), readFields(input));
  }

  private static List<StaticField> readStatics(DumpInput input) throws IOException {
    List<StaticField> statics = new ArrayList<>();
    int count = input.u2();
    for (int i = 0; i < count; i++) {
      long nameId = input.id();
      int type = input.u1();
      if (type == HprofReader.OBJECT) {
        statics.add(new StaticField(nameId, input.id()));
      } else {
        input.skip(HprofReader.sizeOf(type, input));
      }
    }
    return statics;
  }

  private static List<InstanceField> readFields(DumpInput input) throws IOException {
    List<InstanceField> fields = new ArrayList<>();
    int count = input.u2();
    for (int i = 0; i < count; i++) {
      fields.add(new InstanceField(input.id(), input.u1()));
    }
    return fields;
  }

  /**
   * Returns whether instances can refer to objects that they keep alive; a class that can be
   * unloaded is such an object.
   */
  boolean hasReferences() {
    return !isMark && (references.length > 0 || isSoftReference || !isPermanent);
  }
}
