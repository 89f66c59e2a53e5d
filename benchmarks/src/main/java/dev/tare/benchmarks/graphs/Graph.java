package dev.tare.benchmarks.graphs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Graphs to weigh: of kinds on which such tools are slow. */
enum Graph {

  /** One array, and objects in the order in which they were made. */
  POJOS("list of POJOs", 1_000_000) {
    @Override
    Object build(int objects) {
      List<Order> orders = new ArrayList<>(objects);
      for (int i = 0; i < objects; i++) {
        orders.add(new Order(i, i * 3L, CUSTOMERS[i % CUSTOMERS.length]));
      }
      return orders;
    }
  },

  /** Two objects an element. */
  LINKED_LIST("LinkedList", 2_000_000) {
    @Override
    Object build(int objects) {
      List<Integer> list = new LinkedList<>();
      for (int i = 0; i < objects / 2; i++) {
        list.add(1_000 + i);
      }
      return list;
    }
  },

  /** Four objects an entry. */
  HASH_MAP("HashMap", 4_000_000) {
    @Override
    Object build(int objects) {
      Map<String, Integer> map = new HashMap<>();
      for (int i = 0; i < objects / 4; i++) {
        map.put("key " + i, 1_000 + i);
      }
      return map;
    }
  },

  /** A chain of objects, on which a recursive walk overflows the stack. */
  CHAIN("chain", 3_000_000) {
    @Override
    Object build(int objects) {
      Link first = null;
      for (int i = 0; i < objects; i++) {
        first = new Link(i, first);
      }
      return Map.entry("chain", new Object[] {first});
    }
  },

  /** Three objects an entry, and neighbours in the graph are none in the memory. */
  MIX("ConcurrentHashMap and TreeMap", 2_400_000) {
    @Override
    Object build(int objects) {
      Random random = new Random(42);
      Map<Long, Long> hashed = new ConcurrentHashMap<>();
      Map<Long, Long> sorted = new TreeMap<>();
      for (int i = 0; i < objects / 6; i++) {
        hashed.put(random.nextLong(), random.nextLong());
        sorted.put(random.nextLong(), random.nextLong());
      }
      return new Object[] {hashed, sorted};
    }
  },

  /** One object. */
  NULLS("Object[] of nulls", 5_000_000) {
    @Override
    Object build(int objects) {
      return new Object[objects];
    }
  };

  private record Order(int number, long amount, String customer) {}

  private record Link(int number, @Nullable Link next) {}

  private static final String[] CUSTOMERS = {"Ada", "Grace", "Barbara", "Frances"};

  /** Title in a table. */
  final String title;

  /** About how many objects it has, or an array elements. */
  final int objects;

  Graph(String title, int objects) {
    this.title = title;
    this.objects = objects;
  }

  /** Returns a new graph of about that number of objects. */
  abstract Object build(int objects);
}
