package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import javassist.ClassPool;
import javassist.CtClass;
import javassist.CtField;
import javassist.CtNewConstructor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Graphs of classes whose loader nobody else holds, or that cannot load any more. */
@Isolated("a profiler that looks at everything meanwhile remembers these classes")
class GoneLoadersTests {

  private static final Oracle ORACLE = new Oracle();

  private static final class Once extends ClassLoader {
    Once() {
      super(GoneLoadersTests.class.getClassLoader());
    }

    Object instance(CtClass type) throws Exception {
      byte[] code = type.toBytecode();
      return defineClass(type.getName(), code, 0, code.length).getConstructor().newInstance();
    }
  }

  /** An object that holds an array, and has a field of some type that is null, and numbers. */
  private static Object foreign(String name, String fieldType, int numbers) throws Exception {
    ClassPool pool = new ClassPool(true);
    CtClass type = pool.makeClass(name);
    type.addField(new CtField(pool.get("java.lang.Object"), "array", type), "new int[100]");
    type.addField(new CtField(pool.makeClass(fieldType), "other", type));
    for (int i = 0; i < numbers; i++) {
      type.addField(new CtField(CtClass.longType, "number" + i, type));
    }
    type.addConstructor(CtNewConstructor.defaultConstructor(type));
    return new Once().instance(type);
  }

  private static long expected(Object foreign) throws ReflectiveOperationException {
    Field array = foreign.getClass().getDeclaredField("array");
    array.setAccessible(true);
    return ORACLE.shallowSizeOf(foreign) + ORACLE.shallowSizeOf(array.get(foreign));
  }

  @Test
  void areWeighedAsAnyOther() throws Exception {
    ObjectGraph graph = ObjectGraph.open();
    Object value = foreign("generated.Gone", "generated.Gone", 0);
    long size = expected(value);

    assertThat(graph.sizeOf(value)).isEqualTo(size);
    assertThat(graph.retained(value).retained().size().bytes()).isEqualTo(size);
    assertThat(graph.profile(value).retainedSize()).isEqualTo(size);
    assertThat(graph.retainedProfile(value).size()).isEqualTo(size);
  }

  @Test
  void areToldFromOthersOfTheSameName() throws Exception {
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
  void areRefusedWhereTheirFieldsCannotBeListedAnyMore() throws Exception {
    Object value = foreign("generated.Orphan", "generated.Missing", 0);

    assertThatThrownBy(() -> ObjectGraph.open().sizeOf(new Object[] {value}))
        .isInstanceOf(UnweighableException.class)
        .hasMessageContaining("the fields of generated.Orphan cannot be listed")
        .hasMessageContaining("generated/Missing");
  }

  @Test
  void areLeftToTheCollectorWhenTheProfilerGoes() throws Exception {
    WeakReference<ClassLoader> loader = weighed();

    for (int i = 0; i < 500 && loader.get() != null; i++) {
      System.gc(); // what is softly held takes some, what the JIT compiles is held until it is done
    }

    assertThat(loader.get()).isNull();
  }

  private static WeakReference<ClassLoader> weighed() throws Exception {
    Object value = foreign("generated.Gone", "generated.Gone", 0);
    ObjectGraph graph = ObjectGraph.open();
    WasteVisitor waste = new WasteVisitor();
    graph.marked(value, HeapSnapshot::retainedProfile).traverse(NodeFilters.all(), waste);
    assertThat(graph.withLayout(ObjectLayout.COMPACT).footprint(value).objects().items())
        .isEqualTo(2);
    return new WeakReference<>(value.getClass().getClassLoader());
  }
}
