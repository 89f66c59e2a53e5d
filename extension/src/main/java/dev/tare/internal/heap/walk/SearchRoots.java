package dev.tare.internal.heap.walk;

import dev.tare.heap.Holder.RootKind;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Roots of a search for an object, the certain ones first, those held back last.
 *
 * <p>Classes of the boot, platform and system class loaders, and of Tare's own, are never unloaded:
 * their static fields are certain roots, as threads are. All other loaders live only as long as
 * something refers to them or to their classes, so that they are roots only if no certain root
 * leads to them: then a local variable or JNI reference holds them. The loaders that the JDK
 * creates for reflection are no roots: objects of {@link java.lang.reflect} alone hold them.
 *
 * @param references all references to begin with
 * @param certain the number of certain ones
 * @param heldBack the number of roots before those that a walk enters last, if at all
 * @param statics the static fields of classes that can be unloaded
 * @param permanent the class loaders that are never unloaded, without the boot loader
 * @param unread names of classes whose fields cannot be listed and therefore are not walked
 */
record SearchRoots(
    List<RootReference> references,
    int certain,
    int heldBack,
    Map<Class<?>, List<Field>> statics,
    Set<ClassLoader> permanent,
    Set<String> unread) {

  /** Class of JDKs before 22. */
  private static final String REFLECTION_LOADER = "jdk.internal.reflect.DelegatingClassLoader";

  /**
   * Returns the roots of a search.
   *
   * @param heldBack objects through which no path leads unless there is no other
   */
  static SearchRoots of(HeapRoots roots, List<?> heldBack) {
    Set<ClassLoader> permanent = PermanentLoaders.set();
    List<RootReference> certain = new ArrayList<>();
    List<RootReference> others = new ArrayList<>();
    Map<Class<?>, List<Field>> statics = new HashMap<>();
    roots.roots().forEach(root -> certain.add(RootReference.of(RootKind.EXTRA_ROOT, root)));
    for (Field field : roots.statics()) {
      Class<?> type = field.getDeclaringClass();
      if (isPermanent(type.getClassLoader(), permanent)) {
        certain.add(RootReference.of(field));
      } else {
        statics.computeIfAbsent(type, name -> new ArrayList<>()).add(field);
      }
    }
    roots.threads().forEach(thread -> certain.add(RootReference.of(RootKind.THREAD, thread)));
    roots.staticsOfTheJdk().forEach(field -> certain.add(RootReference.of(field)));
    for (ClassLoader loader : roots.loaders()) {
      if (!isOfReflection(loader)) {
        (isPermanent(loader, permanent) ? certain : others)
            .add(RootReference.of(RootKind.CLASS_LOADER, loader));
      }
    }
    for (List<Field> fields : statics.values()) {
      fields.forEach(field -> others.add(RootReference.of(field)));
    }
    for (Class<?> type : roots.classes()) {
      ClassLoader loader = type.getClassLoader();
      if (!isOfReflection(loader)) {
        (isPermanent(loader, permanent) ? certain : others)
            .add(RootReference.of(RootKind.CLASS, type));
      }
    }
    int certainly = certain.size();
    certain.addAll(others);
    int all = certain.size();
    heldBack.forEach(root -> certain.add(RootReference.of(RootKind.EXTRA_ROOT, root)));
    return new SearchRoots(certain, certainly, all, statics, permanent, roots.unread());
  }

  /** Returns the static fields of a class that can be unloaded; none for others. */
  List<Field> staticsOf(Class<?> type) {
    return statics.getOrDefault(type, List.of());
  }

  /** Returns whether a class is never unloaded. */
  boolean isPermanent(Class<?> type) {
    return isPermanent(type.getClassLoader(), permanent);
  }

  /** Returns whether a loader has a single class, by which a method or constructor is called. */
  private static boolean isOfReflection(@Nullable ClassLoader loader) {
    return loader != null && loader.getClass().getName().equals(REFLECTION_LOADER);
  }

  private static boolean isPermanent(@Nullable ClassLoader loader, Set<ClassLoader> permanent) {
    return loader == null || permanent.contains(loader);
  }
}
