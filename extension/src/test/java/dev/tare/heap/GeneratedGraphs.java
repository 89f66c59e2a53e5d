package dev.tare.heap;

import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javassist.ClassPool;
import javassist.CtClass;
import javassist.CtField;
import javassist.CtNewConstructor;
import javassist.Loader;

/**
 * Generator of classes with random fields, and of random graphs of their objects, arrays and
 * collections.
 */
final class GeneratedGraphs {

  private static final String[] TYPES = {
    "boolean",
    "byte",
    "char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "java.lang.Object",
    "java.lang.Object",
    "java.lang.Object",
    "java.lang.Object"
  };

  private final Random random;
  private final List<Class<?>> classes = new ArrayList<>();

  GeneratedGraphs(long seed) throws Exception {
    random = new Random(seed);
    ClassPool pool = new ClassPool(true);
    Loader loader = new Loader(GeneratedGraphs.class.getClassLoader(), pool);
    CtClass parent = pool.get("java.lang.Object");
    for (int i = 0; i < 60; i++) {
      CtClass type = pool.makeClass("generated.Type" + i, parent);
      for (int f = random.nextInt(8); f > 0; f--) {
        CtField field = new CtField(pool.get(TYPES[random.nextInt(TYPES.length)]), "f" + f, type);
        field.setModifiers(javassist.Modifier.PUBLIC);
        type.addField(field);
      }
      type.addConstructor(CtNewConstructor.defaultConstructor(type));
      parent = random.nextInt(3) == 0 ? type : pool.get("java.lang.Object");
      classes.add(loader.loadClass(type.getName()));
    }
  }

  /** Returns classes with random fields, some of which extend others. */
  List<Class<?>> classes() {
    return classes;
  }

  /**
   * Returns a graph of up to 200 nodes with random references, cycles and shared nodes included.
   */
  Object next() throws Exception {
    List<Object> nodes = new ArrayList<>();
    for (int i = 1 + random.nextInt(200); i > 0; i--) {
      nodes.add(node(nodes));
    }
    for (Object node : nodes) {
      wire(node, nodes);
    }
    return nodes.get(random.nextInt(nodes.size()));
  }

  private Object any(List<Object> nodes) {
    return nodes.isEmpty() || random.nextInt(5) == 0
        ? Integer.valueOf(random.nextInt(1000))
        : nodes.get(random.nextInt(nodes.size()));
  }

  private Object node(List<Object> nodes) throws Exception {
    return switch (random.nextInt(14)) {
      case 0 -> new Object[random.nextInt(40)];
      case 1 -> primitives();
      case 2 -> new ArrayList<>(List.of(any(nodes), any(nodes)));
      case 3 -> linked(nodes);
      case 4 -> filled(new HashMap<>(), nodes);
      case 5 -> filled(new TreeMap<>(), nodes);
      case 6 -> filled(new ConcurrentHashMap<>(), nodes);
      case 7 -> random.nextBoolean() ? new WeakReference<>(any(nodes)) : Optional.of(any(nodes));
      case 8 -> new Object[][] {{any(nodes)}, {TimeUnit.SECONDS, String.class}, null};
      default -> classes.get(random.nextInt(classes.size())).getConstructor().newInstance();
    };
  }

  private Object primitives() {
    Class<?>[] types = {boolean.class, byte.class, char.class, int.class, long.class};
    return Array.newInstance(types[random.nextInt(types.length)], random.nextInt(100));
  }

  @SuppressWarnings("JdkObsolete") // used for its object layout
  private Object linked(List<Object> nodes) {
    return new LinkedList<>(List.of(any(nodes), any(nodes), any(nodes)));
  }

  private Object filled(Map<String, Object> map, List<Object> nodes) {
    for (int i = random.nextInt(20); i > 0; i--) {
      map.put((random.nextBoolean() ? "key" : "\u20ac") + random.nextInt(), any(nodes));
    }
    return map;
  }

  private void wire(Object node, List<Object> nodes) throws Exception {
    if (node.getClass() == Object[].class) {
      Object[] array = (Object[]) node;
      for (int i = 0; i < array.length; i += 1 + random.nextInt(3)) {
        array[i] = any(nodes);
      }
    }
    if (classes.contains(node.getClass())) {
      for (Field field : node.getClass().getFields()) {
        if (!field.getType().isPrimitive() && !Modifier.isStatic(field.getModifiers())) {
          field.set(node, random.nextInt(4) == 0 ? null : any(nodes));
        }
      }
    }
  }
}
