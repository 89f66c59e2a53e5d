package dev.tare.workloads;

import javassist.ClassPool;
import javassist.CtClass;
import javassist.CtField;
import javassist.Loader;
import org.junit.platform.engine.support.store.NamespacedHierarchicalStore;

/** Objects of JUnit's classes that hold an object. */
public final class JunitHolders {

  private JunitHolders() {}

  /** Returns a store, as extensions have it. */
  public static Object store(Object held) {
    NamespacedHierarchicalStore<String> store = new NamespacedHierarchicalStore<>(null);
    store.put("namespace", "key", held);
    return store;
  }

  /** Returns a thread of a class like that of JUnit's workers, which are not started by hand. */
  public static Object worker(Object held) throws Exception {
    ClassPool pool = new ClassPool(true);
    CtClass type = pool.makeClass("org.junit.own.Worker", pool.get(Thread.class.getName()));
    type.addField(CtField.make("public Object held;", type));
    Class<?> worker = new Loader(pool).loadClass(type.getName());
    Object thread = worker.getConstructor().newInstance();
    worker.getField("held").set(thread, held);
    return thread;
  }
}
