package dev.tare.internal.heap.waste;

import static dev.tare.internal.heap.waste.ElementCounters.field;

import dev.tare.internal.heap.waste.ContainerLayout.ContainerKind;
import dev.tare.internal.heap.waste.ContainerLayout.Counter;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Layouts of the JDK's containers. Subclasses have the layout of their superclass. */
/*
 * From the sources of JDK 17 and 25. A class whose fields have other names in another release is
 * treated as unknown; the tests compare each with a compact equivalent.
 */
public final class ContainerLayouts {

  private record KnownClass(
      ContainerKind kind,
      Function<Class<?>, Counter> counter,
      ArrayCapacity capacity,
      String array,
      List<String> parts) {}

  private final Map<Class<?>, KnownClass> known = new HashMap<>();
  private final Map<Class<?>, Optional<ContainerLayout>> layouts = new HashMap<>();

  @SuppressWarnings("JdkObsolete") // these classes are to be found in user code
  public ContainerLayouts() {
    list(ArrayList.class, field("size"), ArrayCapacity.SHARED_IF_EMPTY, "elementData");
    list(Vector.class, field("elementCount"), ArrayCapacity.EXACT, "elementData");
    list(LinkedList.class, field("size"), ArrayCapacity.EXACT, "");
    list(
        CopyOnWriteArrayList.class,
        ElementCounters.arrayLength("array"),
        ArrayCapacity.EXACT,
        "",
        "array",
        "lock");
    list(ArrayDeque.class, ElementCounters.ringBuffer(), ArrayCapacity.ONE_MORE, "elements");
    list(PriorityQueue.class, field("size"), ArrayCapacity.AT_LEAST_ONE, "queue");
    map(HashMap.class, field("size"), ArrayCapacity.DOUBLING, "table");
    map(LinkedHashMap.class, field("size"), ArrayCapacity.DOUBLING, "table", "head", "tail");
    map(
        ConcurrentHashMap.class,
        ElementCounters.counterCells(),
        ArrayCapacity.DOUBLING_EARLY,
        "table",
        "counterCells");
    map(
        TreeMap.class,
        field("size"),
        ArrayCapacity.EXACT,
        "",
        "root",
        "navigableKeySet",
        "descendingMap");
    set(HashSet.class, "map");
    set(LinkedHashSet.class, "map");
    set(TreeSet.class, "m");
    other(PriorityBlockingQueue.class, field("size"), ArrayCapacity.AT_LEAST_ONE, "queue");
    other(IdentityHashMap.class, field("size"), ArrayCapacity.ALTERNATING, "table");
    other(StringBuilder.class, ElementCounters.stringBuilder(), ArrayCapacity.EXACT, "value");
    other(StringBuffer.class, ElementCounters.stringBuilder(), ArrayCapacity.EXACT, "value");
    other(ByteArrayOutputStream.class, field("count"), ArrayCapacity.EXACT, "buf");
    other(BitSet.class, field("wordsInUse"), ArrayCapacity.EXACT, "words");
  }

  private void list(
      Class<?> type,
      Function<Class<?>, Counter> counter,
      ArrayCapacity capacity,
      String array,
      String... parts) {
    List<String> allParts = new ArrayList<>(List.of(parts));
    allParts.add(array);
    known.put(type, new KnownClass(ContainerKind.LIST, counter, capacity, array, allParts));
  }

  private void map(
      Class<?> type,
      Function<Class<?>, Counter> counter,
      ArrayCapacity capacity,
      String array,
      String... parts) {
    List<String> allParts = new ArrayList<>(List.of(parts));
    allParts.addAll(List.of(array, "keySet", "values", "entrySet"));
    known.put(type, new KnownClass(ContainerKind.MAP, counter, capacity, array, allParts));
  }

  /** Registers a set that is backed by a map. */
  private void set(Class<?> type, String map) {
    known.put(
        type,
        new KnownClass(
            ContainerKind.SET,
            ElementCounters.delegate(map),
            ArrayCapacity.EXACT,
            "",
            List.of(map)));
  }

  private void other(
      Class<?> type, Function<Class<?>, Counter> counter, ArrayCapacity capacity, String array) {
    known.put(type, new KnownClass(ContainerKind.OTHER, counter, capacity, array, List.of(array)));
  }

  /** Returns the layout of an object's class; null if it is unknown. */
  public @Nullable ContainerLayout of(Object object) {
    Class<?> type = object.getClass();
    Optional<ContainerLayout> layout = layouts.get(type);
    if (layout == null) {
      layout = Optional.ofNullable(create(type));
      layouts.put(type, layout);
    }
    return layout.orElse(null);
  }

  private @Nullable ContainerLayout create(Class<?> type) {
    for (Class<?> ancestor = type; ancestor != null; ancestor = ancestor.getSuperclass()) {
      KnownClass knownClass = known.get(ancestor);
      if (knownClass != null) {
        Counter counter = knownClass.counter.apply(type);
        return new ContainerLayout(
            type,
            knownClass.kind,
            ancestor == type,
            counter,
            knownClass.capacity,
            knownClass.array,
            knownClass.parts);
      }
    }
    return null;
  }
}
