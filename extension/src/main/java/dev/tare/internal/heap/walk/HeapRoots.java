package dev.tare.internal.heap.walk;

import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.agent.TareClasses;
import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ObjectMemory;
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
 * Roots of the heap: objects named by the caller, static fields, threads, class loaders, and
 * classes with the objects attached to them.
 *
 * <p>Local variables, JNI references, and constants of classes such as string literals are missing,
 * since Java gives no access to them. The roots are listed before the walk, since listing
 * allocates, and allocation during a walk triggers the collections that invalidate it.
 *
 * @param roots objects named by the caller
 * @param statics static reference fields of the application
 * @param threads all live platform threads
 * @param staticsOfTheJdk static reference fields of the JDK
 * @param loaders all class loaders that have loaded a class
 * @param classes all classes except Tare's own
 * @param unread names of classes whose fields cannot be listed and therefore are not walked
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
        addStatics(type, JdkModules.isOfTheJdk(type) ? staticsOfTheJdk : statics, unread);
      }
    }
    return new HeapRoots(roots, statics, liveThreads(), staticsOfTheJdk, loaders, classes, unread);
  }

  /**
   * Returns whether a class is Tare's own, including those that the boot loader defined. Users
   * could do nothing about objects that Tare holds.
   */
  private static boolean isOfTare(Class<?> type) {
    return TareClasses.isOwn(type.getName())
        && (type.getClassLoader() == null
            || type.getProtectionDomain() == HeapRoots.class.getProtectionDomain());
  }

  /**
   * Returns whether the static fields of a class can be listed without side effects: listing those
   * of an uninitialized class would link it and load others.
   */
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

  /**
   * Walks from all roots.
   *
   * @param classShape the references of class objects
   */
  public void walk(DepthFirst walk, ClassShape classShape) {
    roots.forEach(walk::walk);
    threads.forEach(walk::walk);
    loaders.forEach(walk::walk);
    walkFields(statics, walk);
    walkFields(staticsOfTheJdk, walk);
    for (Class<?> type : classes) {
      for (long offset : classShape.offsets) {
        walk.walk(type, offset);
      }
    }
  }

  private static void walkFields(List<Field> fields, DepthFirst walk) {
    for (Field field : fields) {
      walk.walk(ObjectMemory.staticHolder(field), ObjectMemory.staticOffset(field));
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
