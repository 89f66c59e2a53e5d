package dev.tare.internal.heap.hprof;

import dev.tare.internal.agent.JUnitClasses;
import dev.tare.internal.agent.TareClasses;
import dev.tare.internal.heap.hprof.DumpMark.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Classes of a heap dump, linked with their superclasses and the reference fields they inherit. */
final class DumpClasses {

  private static final String REFERENCE = "java.lang.ref.Reference";
  private static final String THREAD = "java.lang.Thread";
  private static final String SOFT_REFERENCE = "java.lang.ref.SoftReference";

  /** Number of superclasses above which a class is taken for its own superclass. */
  private static final int MAX_DEPTH = 10_000;

  private static final long BOOT_LOADER = 0;

  private static final String REFERENT = "referent";

  /** Fields of {@code Reference} that do not keep an object alive. */
  private static final Set<String> NEVER_FOLLOWED = Set.of(REFERENT, "next", "discovered");

  private final DumpClass[] all;

  /** Positions of the classes in the array by their ids. */
  private final LongIntMap indexes;

  private final SymbolTable symbols;
  private final long tareProtectionDomain;
  final int idSize;

  private DumpClasses(DumpOutline outline) {
    this.symbols = outline.symbols;
    this.idSize = outline.idSize;
    this.all = outline.classes.values().toArray(new DumpClass[0]);
    this.indexes = new LongIntMap(all.length);
    DumpClass mark = outline.classes.get(outline.markClassId);
    this.tareProtectionDomain = mark == null ? 0 : mark.protectionDomain;
  }

  /**
   * Links the classes that the first pass has read.
   *
   * @throws IOException if a superclass is missing
   */
  static DumpClasses link(DumpOutline outline) throws IOException {
    DumpClasses classes = new DumpClasses(outline);
    Set<Long> permanentLoaders = new HashSet<>(outline.ids(Role.PERMANENT_LOADER));
    Set<Long> jdkLoaders = new HashSet<>(outline.ids(Role.JDK_LOADER));
    permanentLoaders.add(BOOT_LOADER);
    jdkLoaders.add(BOOT_LOADER);
    for (int i = 0; i < classes.all.length; i++) {
      DumpClass type = classes.all[i];
      classes.indexes.putIfAbsent(type.id, i);
      Long name = outline.classNameIds.get(type.id);
      type.name = name == null ? "?" : TypeNames.ofClass(classes.symbols.get(name));
      type.isPermanent = permanentLoaders.contains(type.loader);
      type.isJdkClass = jdkLoaders.contains(type.loader);
      type.isMark = type.id == outline.markClassId;
    }
    for (DumpClass type : classes.all) {
      classes.linkFields(type);
    }
    return classes;
  }

  private void linkFields(DumpClass type) throws IOException {
    List<DumpClass.ReferenceField> references = new ArrayList<>();
    int offset = 0;
    int depth = 0;
    type.isJUnitClass = JUnitClasses.isOwn(type.name);
    for (DumpClass owner = type; owner != null; owner = superclass(owner)) {
      if (++depth > MAX_DEPTH) {
        throw new IOException("it contains a class that is its own superclass");
      }
      type.isSoftReference |= owner.name.equals(SOFT_REFERENCE);
      type.isJUnitClass &= !owner.name.equals(THREAD);
      for (DumpClass.InstanceField field : owner.fields) {
        if (field.type() == HprofReader.OBJECT) {
          if (!owner.name.equals(REFERENCE)
              || !NEVER_FOLLOWED.contains(symbols.get(field.nameId()))) {
            references.add(new DumpClass.ReferenceField(offset, field.nameId(), owner));
          } else if (symbols.matches(field.nameId(), REFERENT)) {
            type.referentOffset = offset;
          }
        }
        offset += sizeOf(field);
      }
    }
    type.references = references.toArray(new DumpClass.ReferenceField[0]);
  }

  private int sizeOf(DumpClass.InstanceField field) {
    return switch (field.type()) {
      case HprofReader.OBJECT -> idSize;
      case HprofReader.BOOLEAN, HprofReader.BYTE -> Byte.BYTES;
      case HprofReader.CHAR, HprofReader.SHORT -> Short.BYTES;
      case HprofReader.FLOAT, HprofReader.INT -> Integer.BYTES;
      default -> Long.BYTES;
    };
  }

  /**
   * Returns the offset of a field in instances of a class, inherited or not; -1 if there is none.
   */
  int offset(DumpClass type, String name) throws IOException {
    int offset = 0;
    for (DumpClass owner = type; owner != null; owner = superclass(owner)) {
      for (DumpClass.InstanceField field : owner.fields) {
        if (symbols.matches(field.nameId(), name)) {
          return offset;
        }
        offset += sizeOf(field);
      }
    }
    return -1;
  }

  private @Nullable DumpClass superclass(DumpClass type) throws IOException {
    return type.superclass == 0 ? null : require(type.superclass);
  }

  SymbolTable symbols() {
    return symbols;
  }

  Collection<DumpClass> all() {
    return List.of(all);
  }

  /** Returns the class with an id; null if the id is not that of a class. */
  @Nullable DumpClass get(long id) {
    int index = indexes.get(id);
    return index == LongIntMap.ABSENT ? null : all[index];
  }

  /**
   * Returns the class with an id.
   *
   * @throws IOException if the dump does not have it
   */
  DumpClass require(long id) throws IOException {
    DumpClass type = get(id);
    if (type == null) {
      throw new IOException("it has an object of an unknown class");
    }
    return type;
  }

  /** Returns whether a class is Tare's own. Users could do nothing about objects that it holds. */
  boolean isOfTare(DumpClass type) {
    return TareClasses.isOwn(type.name)
        && (type.loader == BOOT_LOADER || type.protectionDomain == tareProtectionDomain);
  }
}
