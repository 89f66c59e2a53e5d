package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.testing.WeavesOrWalks;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import javassist.ClassPool;
import javassist.CtClass;
import javassist.CtField;
import javassist.CtNewConstructor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Tests with objects whose class loader is otherwise unreachable, or can no longer load classes.
 */
@Isolated("a profiler that walks the whole heap at the same time keeps these classes loaded")
@WeavesOrWalks
class GoneLoadersTests {

  private static final Oracle ORACLE = new Oracle();

  private WeakReference<ClassLoader> orphanLoader = new WeakReference<>(null);

  private static final class DefiningLoader extends ClassLoader {
    DefiningLoader() {
      super(GoneLoadersTests.class.getClassLoader());
    }

    Object instance(CtClass type) throws Exception {
      byte[] code = type.toBytecode();
      return defineClass(type.getName(), code, 0, code.length).getConstructor().newInstance();
    }
  }

  /**
   * Returns an object of a generated class with an array, a null field of a type, and some long
   * fields.
   */
  private static Object foreign(String name, String fieldType, int numbers) throws Exception {
    ClassPool pool = new ClassPool(true);
    CtClass type = pool.makeClass(name);
    type.addField(new CtField(pool.get("java.lang.Object"), "array", type), "new int[100]");
    type.addField(new CtField(pool.makeClass(fieldType), "other", type));
    for (int i = 0; i < numbers; i++) {
      type.addField(new CtField(CtClass.longType, "number" + i, type));
    }
    type.addConstructor(CtNewConstructor.defaultConstructor(type));
    return new DefiningLoader().instance(type);
  }

  private static long expected(Object foreign) throws ReflectiveOperationException {
    Field array = foreign.getClass().getDeclaredField("array");
    array.setAccessible(true);
    return ORACLE.shallowSizeOf(foreign) + ORACLE.shallowSizeOf(array.get(foreign));
  }

  /** Unloads the class, which later tests would report as one whose fields cannot be listed. */
  @AfterEach
  void unloadOrphan() {
    awaitUnloading(orphanLoader);
  }

  /** Clearing soft references takes several collections, and the JIT holds classes it compiles. */
  private static void awaitUnloading(WeakReference<ClassLoader> loader) {
    for (int i = 0; i < 500 && loader.get() != null; i++) {
      System.gc();
    }
  }

  @Test
  void objectsOfAnUnreachableLoaderAreSized() throws Exception {
    ObjectGraph graph = ObjectGraph.open();
    Object value = foreign("generated.Gone", "generated.Gone", 0);
    long size = expected(value);

    assertThat(graph.sizeOf(value)).isEqualTo(size);
    assertThat(graph.retained(value).retained().size().bytes()).isEqualTo(size);
    assertThat(graph.profile(value).retainedSize()).isEqualTo(size);
    assertThat(graph.retainedProfile(value).size()).isEqualTo(size);
  }

  @Test
  void classesOfTheSameNameAreKeptApart() throws Exception {
    Object[] value = {
      foreign("generated.Gone", "generated.Gone", 1), foreign("generated.Gone", "generated.Gone", 9)
    };
    ObjectGraph graph = ObjectGraph.open();

    assertThat(graph.sizeOf(value))
        .isEqualTo(ORACLE.shallowSizeOf(value) + expected(value[0]) + expected(value[1]));
    assertThat(value[0].getClass()).isNotEqualTo(value[1].getClass());
    assertThat(graph.footprint(value).bytes()).isEqualTo(graph.sizeOf(value));
    assertThat(graph.footprint(value).rows())
        .filteredOn(row -> row.type().equals("generated.Gone"))
        .singleElement()
        .satisfies(row -> assertThat(row.objects().items()).isEqualTo(2));
  }

  @Test
  void classesWithUnlistableFieldsAreRefused() throws Exception {
    Object value = foreign("generated.Orphan", "generated.Missing", 0);
    orphanLoader = new WeakReference<>(value.getClass().getClassLoader());

    assertThatThrownBy(() -> ObjectGraph.open().sizeOf(new Object[] {value}))
        .isInstanceOf(UnweighableException.class)
        .hasMessageContaining("the fields of generated.Orphan cannot be listed")
        .hasMessageContaining("generated/Missing");
  }

  @Test
  void discardedProfilerKeepsNoLoaderAlive() throws Exception {
    WeakReference<ClassLoader> loader = loaderOfMeasuredObject();

    awaitUnloading(loader);

    assertThat(loader.get()).isNull();
  }

  private static WeakReference<ClassLoader> loaderOfMeasuredObject() throws Exception {
    Object value = foreign("generated.Gone", "generated.Gone", 0);
    ObjectGraph graph = ObjectGraph.open();
    WasteVisitor waste = new WasteVisitor();
    graph.retainedProfile(value).traverse(NodeFilters.all(), waste);
    assertThat(graph.withLayout(ObjectLayout.COMPACT).footprint(value).objects().items())
        .isEqualTo(2);
    return new WeakReference<>(value.getClass().getClassLoader());
  }
}
