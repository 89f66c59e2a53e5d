package dev.tare.internal.heap.walk;

import dev.tare.internal.agent.TareClasses;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.tree.ReferrerLookup;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where a walk from elsewhere begins: objects named as roots, the statics of all classes, all
 * threads, class loaders, and whatever else hangs on a class.
 *
 * <p>Not seen, since Java offers no way to them: local variables, string literals and other
 * constants of classes, JNI references. It is listed before the walk, since that makes an object
 * for every field, and what is allocated during a walk brings on the collections that spoil it.
 *
 * @param roots objects named by the caller
 * @param statics the static fields of the application that hold references
 * @param threads all threads that are started and have not ended, virtual ones left out
 * @param staticsOfTheJdk the static fields of the JDK that hold references
 * @param loaders all class loaders that have loaded a class
 * @param classes all classes but those of Tare itself
 * @param unread the classes whose fields cannot be listed; what they refer to is not seen
 */
public record HeapRoots(
    List<?> roots,
    List<Field> statics,
    List<Thread> threads,
    List<Field> staticsOfTheJdk,
    Set<ClassLoader> loaders,
    List<Class<?>> classes,
    Set<String> unread) {

  public static HeapRoots list(List<?> roots) {
    List<Class<?>> classes =
        Arrays.stream(ObjectMemory.loadedClasses()).filter(type -> !isOfTare(type)).toList();
    List<Field> statics = new ArrayList<>();
    List<Field> staticsOfTheJdk = new ArrayList<>();
    Set<ClassLoader> loaders = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<String> unread = new TreeSet<>();
    for (Class<?> type : classes) {
      ClassLoader loader = type.getClassLoader();
      if (loader != null && !isOfTare(loader.getClass())) {
        loaders.add(loader);
      }
      if (hasStatics(type)) {
        addStatics(type, ReferrerLookup.isOfTheJdk(type) ? staticsOfTheJdk : statics, unread);
      }
    }
    return new HeapRoots(roots, statics, liveThreads(), staticsOfTheJdk, loaders, classes, unread);
  }

  /**
   * Whether a class is one of Tare's, also where the boot loader has it. What those hold is not the
   * user's, who could do nothing about it.
   */
  private static boolean isOfTare(Class<?> type) {
    return TareClasses.isOwn(type.getName())
        && (type.getClassLoader() == null
            || type.getProtectionDomain() == HeapRoots.class.getProtectionDomain());
  }

  /** Listing the fields of a class that is not in use yet would link it and load others. */
  private static boolean hasStatics(Class<?> type) {
    return !type.isArray() && !type.isPrimitive() && !ObjectMemory.isUninitialized(type);
  }

  private static void addStatics(Class<?> type, List<Field> statics, Set<String> unread) {
    try {
      for (Field field : ObjectMemory.declaredFields(type)) {
        if (Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          statics.add(field);
        }
      }
    } catch (LinkageError e) {
      unread.add(type.getTypeName());
    }
  }

  private static List<Thread> liveThreads() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    Thread[] threads = new Thread[group.activeCount() + 64];
    int count = group.enumerate(threads);
    return List.of(Arrays.copyOf(threads, count));
  }
}
