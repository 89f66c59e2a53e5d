package dev.tare.internal.heap.walk;

import dev.tare.heap.RootPath.RootKind;
import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ObjectMemory;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Roots of a search for objects, in three groups:
 *
 * <ol>
 *   <li>certain roots: threads, and the static fields of classes that are never unloaded, which are
 *       those of the boot, platform and system class loaders and of Tare's own;
 *   <li>other class loaders with their classes and static fields. They live only as long as
 *       something refers to them. Therefore they are roots only if no certain root leads to them:
 *       then a local variable or JNI reference holds them;
 *   <li>objects that are held back: a walk enters them last, if at all.
 * </ol>
 *
 * <p>The loaders that the JDK creates for reflection are not roots, since only objects of {@link
 * java.lang.reflect} hold them.
 *
 * @param references all roots, group by group
 * @param certainEnd the end of the certain roots
 * @param heldBackStart the start of the roots that are held back
 * @param unloadableStatics the static fields of classes that can be unloaded
 * @param permanentLoaders the class loaders that are never unloaded, without the boot loader
 */
record SearchRoots(
    List<RootReference> references,
    int certainEnd,
    int heldBackStart,
    Map<Class<?>, List<Field>> unloadableStatics,
    Set<ClassLoader> permanentLoaders) {

  /** Name of the loaders' class, which exists before JDK 22. */
  private static final String REFLECTION_LOADER = "jdk.internal.reflect.DelegatingClassLoader";

  /**
   * Returns the roots of a search.
   *
   * @param heldBack objects through which no path leads unless there is no other
   */
  static SearchRoots of(HeapRoots roots, List<?> heldBack) {
    Set<ClassLoader> permanentLoaders = listPermanentLoaders();
    List<RootReference> certain = new ArrayList<>();
    List<RootReference> uncertain = new ArrayList<>();
    Map<Class<?>, List<Field>> unloadableStatics = new HashMap<>();
    roots.roots().forEach(root -> certain.add(RootReference.of(RootKind.EXTRA_ROOT, root)));
    for (Field field : roots.statics()) {
      Class<?> type = field.getDeclaringClass();
      if (isPermanent(type.getClassLoader(), permanentLoaders)) {
        certain.add(RootReference.of(field));
      } else {
        unloadableStatics.computeIfAbsent(type, name -> new ArrayList<>()).add(field);
      }
    }
    roots.threads().forEach(thread -> certain.add(RootReference.of(RootKind.THREAD, thread)));
    roots.staticsOfTheJdk().forEach(field -> certain.add(RootReference.of(field)));
    for (ClassLoader loader : roots.loaders()) {
      if (!isReflectionLoader(loader)) {
        (isPermanent(loader, permanentLoaders) ? certain : uncertain)
            .add(RootReference.of(RootKind.CLASS_LOADER, loader));
      }
    }
    for (List<Field> fields : unloadableStatics.values()) {
      fields.forEach(field -> uncertain.add(RootReference.of(field)));
    }
    for (Class<?> type : roots.classes()) {
      ClassLoader loader = type.getClassLoader();
      if (!isReflectionLoader(loader)) {
        (isPermanent(loader, permanentLoaders) ? certain : uncertain)
            .add(RootReference.of(RootKind.CLASS, type));
      }
    }
    List<RootReference> references = new ArrayList<>(certain);
    references.addAll(uncertain);
    int heldBackStart = references.size();
    heldBack.forEach(root -> references.add(RootReference.of(RootKind.EXTRA_ROOT, root)));
    return new SearchRoots(
        references, certain.size(), heldBackStart, unloadableStatics, permanentLoaders);
  }

  /** Returns the static fields of a class that can be unloaded; none for others. */
  List<Field> staticsOf(Class<?> type) {
    return unloadableStatics.getOrDefault(type, List.of());
  }

  /** Returns whether a class is never unloaded. */
  boolean isPermanent(Class<?> type) {
    return isPermanent(type.getClassLoader(), permanentLoaders);
  }

  /** Returns whether the JDK created a loader for a class that calls a method or constructor. */
  private static boolean isReflectionLoader(@Nullable ClassLoader loader) {
    return loader != null && loader.getClass().getName().equals(REFLECTION_LOADER);
  }

  private static boolean isPermanent(
      @Nullable ClassLoader loader, Set<ClassLoader> permanentLoaders) {
    return loader == null || permanentLoaders.contains(loader);
  }

  /** Returns the system loader, the platform loader, Tare's own loader, and their parents. */
  private static Set<ClassLoader> listPermanentLoaders() {
    Set<ClassLoader> permanent = Collections.newSetFromMap(new IdentityHashMap<>());
    ClassLoader[] leaves = {
      ClassLoader.getSystemClassLoader(),
      ClassLoader.getPlatformClassLoader(),
      SearchRoots.class.getClassLoader()
    };
    for (ClassLoader leaf : leaves) {
      for (ClassLoader loader = leaf; loader != null; loader = loader.getParent()) {
        permanent.add(loader);
      }
    }
    return permanent;
  }

  /**
   * Root of a search: a reference that begins a path.
   *
   * @param subject the static field, thread, class loader, class or other object
   * @param holder the object or array that has the reference
   * @param offset the reference's offset in the holder
   */
  record RootReference(RootKind kind, Object subject, Object holder, long offset) {

    static RootReference of(Field field) {
      return new RootReference(
          RootKind.STATIC_FIELD,
          field,
          ObjectMemory.staticHolder(field),
          ObjectMemory.staticOffset(field));
    }

    static RootReference of(RootKind kind, Object root) {
      return new RootReference(
          kind, root, new Object[] {root}, ObjectMemory.arrayBase(Object[].class));
    }

    String name() {
      if (subject instanceof Field field) {
        return PathTree.fieldName(field);
      }
      if (subject instanceof Thread thread) {
        return name(thread);
      }
      return ClassShape.className(subject instanceof Class<?> type ? type : subject.getClass());
    }

    /** Returns the name of a thread in quotes, or its number if the name is empty. */
    static String name(Thread thread) {
      return thread.getName().isEmpty() ? "#" + thread.getId() : '"' + thread.getName() + '"';
    }
  }
}
