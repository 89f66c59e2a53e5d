package dev.tare.internal.heap.hprof;

import dev.tare.internal.agent.JUnitClasses;
import dev.tare.internal.agent.TareClasses;
import dev.tare.internal.heap.hprof.DumpMark.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The classes of a heap dump, with the references that their instances have. */
final class DumpClasses {

  private static final String REFERENCE = "java.lang.ref.Reference";
  private static final String THREAD = "java.lang.Thread";
  private static final String SOFT_REFERENCE = "java.lang.ref.SoftReference";

  /** More superclasses than any class has. */
  private static final int DEEPEST = 10_000;

  private static final String REFERENT = "referent";

  /** Fields of a reference object that do not keep an object alive. */
  private static final Set<String> NEVER_FOLLOWED = Set.of(REFERENT, "next", "discovered");

  private final Map<Long, DumpClass> byId;
  private final LongTable numbers;
  private final DumpClass[] all;
  private final DumpTexts texts;
  private final long ownDomain;
  final int idSize;

  private DumpClasses(DumpOutline outline) {
    this.byId = outline.byId;
    this.texts = outline.texts;
    this.idSize = outline.idSize;
    this.all = byId.values().toArray(new DumpClass[0]);
    this.numbers = new LongTable(all.length);
    DumpClass mark = byId.get(outline.markClass);
    this.ownDomain = mark == null ? 0 : mark.domain;
  }

  /**
   * Links the classes with their superclasses and loaders.
   *
   * @throws IOException if a class is missing
   */
  static DumpClasses link(DumpOutline outline) throws IOException {
    DumpClasses classes = new DumpClasses(outline);
    Set<Long> permanent = new HashSet<>(outline.ids(Role.PERMANENT_LOADER));
    permanent.add(0L);
    Set<Long> ofTheJdk = new HashSet<>(outline.ids(Role.JDK_LOADER));
    ofTheJdk.add(0L);
    for (int i = 0; i < classes.all.length; i++) {
      DumpClass type = classes.all[i];
      classes.numbers.add(type.id, i);
      Long name = outline.classNames.get(type.id);
      type.name = name == null ? "?" : DumpNames.readable(classes.texts.get(name));
      type.permanent = permanent.contains(type.loader);
      type.ofTheJdk = ofTheJdk.contains(type.loader);
      type.marks = type.id == outline.markClass;
    }
    for (DumpClass type : classes.all) {
      classes.linkFields(type);
    }
    return classes;
  }

  private void linkFields(DumpClass type) throws IOException {
    List<DumpClass.Reference> references = new ArrayList<>();
    int offset = 0;
    int depth = 0;
    type.ofJUnit = JUnitClasses.isOwn(type.name);
    for (DumpClass at = type; at != null; at = superclass(at)) {
      if (++depth > DEEPEST) {
        throw new IOException("a class in it is its own superclass");
      }
      type.soft |= at.name.equals(SOFT_REFERENCE);
      type.ofJUnit &= !at.name.equals(THREAD);
      for (DumpClass.Field field : at.fields) {
        if (field.type() == HprofReader.OBJECT) {
          if (!at.name.equals(REFERENCE) || !NEVER_FOLLOWED.contains(texts.get(field.name()))) {
            references.add(new DumpClass.Reference(offset, field.name(), at));
          } else if (texts.is(field.name(), REFERENT)) {
            type.referentOffset = offset;
          }
        }
        offset += size(field);
      }
    }
    type.references = references.toArray(new DumpClass.Reference[0]);
  }

  private int size(DumpClass.Field field) {
    return switch (field.type()) {
      case HprofReader.OBJECT -> idSize;
      case 4, 8 -> Byte.BYTES;
      case 5, 9 -> Short.BYTES;
      case 6, 10 -> Integer.BYTES;
      default -> Long.BYTES;
    };
  }

  /** Returns the offset of a field of a class, inherited or not; -1 if there is none. */
  int offset(DumpClass type, String name) throws IOException {
    int offset = 0;
    for (DumpClass at = type; at != null; at = superclass(at)) {
      for (DumpClass.Field field : at.fields) {
        if (texts.is(field.name(), name)) {
          return offset;
        }
        offset += size(field);
      }
    }
    return -1;
  }

  private @Nullable DumpClass superclass(DumpClass type) throws IOException {
    return type.superclass == 0 ? null : require(type.superclass);
  }

  DumpTexts texts() {
    return texts;
  }

  Collection<DumpClass> all() {
    return List.of(all);
  }

  /** Returns a class; null if the id is not one of a class. */
  @Nullable DumpClass get(long id) {
    int number = numbers.get(id);
    return number == LongTable.ABSENT ? null : all[number];
  }

  /**
   * Returns the class of an object.
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

  /** Returns whether a class is Tare's own; users could do nothing about what it holds. */
  boolean isOfTare(DumpClass type) {
    return TareClasses.isOwn(type.name) && (type.loader == 0 || type.domain == ownDomain);
  }
}
