package dev.tare.internal.heap.memory;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The JVM's garbage collectors, as its management interface has them.
 *
 * <p>They are asked for behind that interface's back: {@link ManagementFactory} looks for all
 * providers of beans first, which takes 15 ms of a fresh JVM. Where its inside is another one, it
 * is asked itself; the beans are the same.
 */
public final class GarbageCollectors {

  private static final List<GarbageCollectorMXBean> BEANS = List.copyOf(beans());

  private static final List<GarbageCollectorMXBean> MOVING = moving(BEANS);

  private GarbageCollectors() {}

  /** The name of the first; where there are several, all begin with the same word or are known. */
  public static String name() {
    return BEANS.isEmpty() ? "unknown collector" : BEANS.get(0).getName();
  }

  /**
   * How many low bits of a reference in memory say how far a collection is, and nothing of where
   * the object is. Before generations, ZGC had such bits among the high ones; those are the same in
   * all references that have been read since the last pause.
   */
  public static int statusBits() {
    return name().startsWith("ZGC M") ? 16 : 0; // Minor or Major
  }

  /**
   * How many collections they have counted; of a collector whose pauses are counted apart, those,
   * since objects are at other places from one of these on and not from a cycle's end.
   */
  public static long collections() {
    long sum = 0;
    // no iterator: it is asked for every page of a walk
    for (int i = 0; i < MOVING.size(); i++) {
      sum += MOVING.get(i).getCollectionCount();
    }
    return sum;
  }

  private static List<GarbageCollectorMXBean> moving(List<GarbageCollectorMXBean> beans) {
    List<GarbageCollectorMXBean> pauses = new ArrayList<>(beans);
    pauses.removeIf(bean -> !bean.getName().endsWith(" Pauses"));
    return pauses.isEmpty() ? beans : List.copyOf(pauses);
  }

  private static List<GarbageCollectorMXBean> beans() {
    try {
      return inside();
    } catch (Throwable e) {
      return ManagementFactory.getGarbageCollectorMXBeans(); // the same, later
    }
  }

  /**
   * The beans, without their interface.
   *
   * @throws Throwable if this JVM's is another one inside
   */
  @SuppressWarnings("unchecked") // what the method declares
  static List<GarbageCollectorMXBean> inside() throws Throwable {
    open(ManagementFactory.class.getModule(), "sun.management");
    Class<?> inside = Class.forName("sun.management.ManagementFactoryHelper");
    return (List<GarbageCollectorMXBean>)
        MethodHandles.lookup()
            .findStatic(inside, "getGarbageCollectorMXBeans", MethodType.methodType(List.class))
            .invoke();
  }

  private static void open(Module module, String concealed) {
    Instrumentation instrumentation = HeapAccess.instrumentation();
    Set<Module> own = Set.of(GarbageCollectors.class.getModule());
    instrumentation.redefineModule(
        module, Set.of(), Map.of(concealed, own), Map.of(), Set.of(), Map.of());
  }
}
