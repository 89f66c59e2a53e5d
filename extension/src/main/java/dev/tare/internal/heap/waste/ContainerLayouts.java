package dev.tare.internal.heap.waste;

import static dev.tare.internal.heap.waste.ElementCounters.field;

import dev.tare.internal.heap.waste.ContainerLayout.Counter;
import dev.tare.internal.heap.waste.ContainerLayout.Kind;
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

/**
 * The classes of the JDK of which it is known how they keep what they hold. Subclasses keep it as
 * they do.
 */
/*
 * Read from the sources of JDK 17 and 25. A class whose fields have other names in another JDK is
 * not known there; the tests build the thrifty twin of each and compare.
 */
public final class ContainerLayouts {

  private record Known(
      Kind kind,
      Function<Class<?>, Counter> counter,
      ArrayCapacity room,
      String array,
      List<String> parts) {}

  private final Map<Class<?>, Known> known = new HashMap<>();
  private final Map<Class<?>, Optional<ContainerLayout>> met = new HashMap<>();

  @SuppressWarnings("JdkObsolete") // they are what is looked for
  public ContainerLayouts() {
    list(ArrayList.class, field("size"), ArrayCapacity.SHARED_IF_EMPTY, "elementData");
    list(Vector.class, field("elementCount"), ArrayCapacity.EXACT, "elementData");
    list(LinkedList.class, field("size"), ArrayCapacity.EXACT, "");
    list(
        CopyOnWriteArrayList.class,
        ElementCounters.length("array"),
        ArrayCapacity.EXACT,
        "",
        "array",
        "lock");
    list(ArrayDeque.class, ElementCounters.ring(), ArrayCapacity.ONE_MORE, "elements");
    list(PriorityQueue.class, field("size"), ArrayCapacity.AT_LEAST_ONE, "queue");
    map(HashMap.class, field("size"), ArrayCapacity.DOUBLING, "table");
    map(LinkedHashMap.class, field("size"), ArrayCapacity.DOUBLING, "table", "head", "tail");
    map(
        ConcurrentHashMap.class,
        ElementCounters.cells(),
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
    other(IdentityHashMap.class, field("size"), ArrayCapacity.IN_TURN, "table");
    other(StringBuilder.class, ElementCounters.text(), ArrayCapacity.EXACT, "value");
    other(StringBuffer.class, ElementCounters.text(), ArrayCapacity.EXACT, "value");
    other(ByteArrayOutputStream.class, field("count"), ArrayCapacity.EXACT, "buf");
    other(BitSet.class, field("wordsInUse"), ArrayCapacity.EXACT, "words");
  }

  private void list(
      Class<?> type,
      Function<Class<?>, Counter> counter,
      ArrayCapacity room,
      String array,
      String... parts) {
    List<String> own = new ArrayList<>(List.of(parts));
    own.add(array);
    known.put(type, new Known(Kind.LIST, counter, room, array, own));
  }

  private void map(
      Class<?> type,
      Function<Class<?>, Counter> counter,
      ArrayCapacity room,
      String array,
      String... parts) {
    List<String> own = new ArrayList<>(List.of(parts));
    own.addAll(List.of(array, "keySet", "values", "entrySet"));
    known.put(type, new Known(Kind.MAP, counter, room, array, own));
  }

  /** A set is a map in disguise. */
  private void set(Class<?> type, String map) {
    known.put(
        type, new Known(Kind.SET, ElementCounters.of(map), ArrayCapacity.EXACT, "", List.of(map)));
  }

  private void other(
      Class<?> type, Function<Class<?>, Counter> counter, ArrayCapacity room, String array) {
    known.put(type, new Known(Kind.OTHER, counter, room, array, List.of(array)));
  }

  /** How an object keeps what it holds; null if that is not known. */
  public @Nullable ContainerLayout of(Object object) {
    Class<?> type = object.getClass();
    Optional<ContainerLayout> holding = met.get(type);
    if (holding == null) {
      holding = Optional.ofNullable(look(type));
      met.put(type, holding);
    }
    return holding.orElse(null);
  }

  private @Nullable ContainerLayout look(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      Known is = known.get(at);
      if (is != null) {
        Counter counter = is.counter.apply(type);
        return new ContainerLayout(type, is.kind, at == type, counter, is.room, is.array, is.parts);
      }
    }
    return null;
  }
}
