package dev.tare.internal.heap.walk;

import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.agent.TareClasses;
import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.memory.ReferencePolicy;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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

  /** Returns these roots without the static fields that a policy does not follow. */
  public HeapRoots followedBy(ReferencePolicy policy) {
    return new HeapRoots(
        roots,
        statics,
        threads,
        staticsOfTheJdk.stream()
            .filter(field -> policy.follows(field.getDeclaringClass(), field))
            .toList(),
        loaders,
        classes,
        unread);
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

  /**
   * Returns all objects of some classes that the roots reach.
   *
   * @param shapes the references to follow
   * @param known objects to leave out
   */
  public List<Object> instances(ClassShapes shapes, Set<Class<?>> types, List<Object> known) {
    Object[] omitted = known.toArray();
    int scale = ObjectMemory.arrayScale(Object[].class);
    Function<Supplier<VisitedSet>, List<Object>> walk =
        sets -> {
          VisitedSet listed = sets.get();
          for (int i = 0; i < omitted.length; i++) {
            listed.add(omitted, AddressSet.FIRST_ELEMENT_OFFSET + (long) i * scale, omitted[i]);
          }
          List<Object> found = new ArrayList<>();
          ListingSet visited = new ListingSet(sets.get(), listed, types, found);
          ClassTallies tallies = ClassTallies.lenient(shapes, type -> true, new TreeSet<>());
          walk(new DepthFirst(visited, tallies), shapes.of(Object.class));
          return found;
        };
    return WalkRunner.run(walk);
  }

  /** Set that lists the objects of some classes that are added to it. */
  private record ListingSet(
      VisitedSet visited, VisitedSet listed, Set<Class<?>> types, List<Object> found)
      implements VisitedSet {

    @Override
    public boolean add(Object holder, long offset, Object object) {
      boolean isNew = visited.add(holder, offset, object);
      if (isNew && types.contains(object.getClass()) && listed.add(holder, offset, object)) {
        found.add(object);
      }
      return isNew;
    }

    @Override
    public boolean contains(Object holder, long offset, Object object) {
      return visited.contains(holder, offset, object);
    }
  }

  /** Returns the value of a static field, or null. */
  public static @Nullable Object valueOf(Field field) {
    return ObjectMemory.reference(
        ObjectMemory.staticHolder(field), ObjectMemory.staticOffset(field));
  }

  /** Returns all live platform threads. */
  public static List<Thread> liveThreads() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    Thread[] threads = new Thread[group.activeCount() + 64];
    int count = group.enumerate(threads);
    return List.of(Arrays.copyOf(threads, count));
  }
}
