package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.testing.WeavesOrWalks;
import dev.tare.unit.Count;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.util.Comparator;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javassist.ClassPool;
import javassist.CtClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Lambdas and method references, which their call sites hold if they capture nothing. */
@Isolated
@WeavesOrWalks
class CallSiteConstantsTests {

  /** Lambdas of an interface. */
  interface Greeting {
    static Supplier<String> fromStatic() {
      return () -> "static";
    }

    default Supplier<String> fromDefault() {
      return () -> "default";
    }
  }

  private interface Marker {}

  private record Rule(Function<String, String> function) {}

  private final ObjectGraph graph = ObjectGraph.open();

  private static Object capturing(int number) {
    return (IntSupplier) () -> number;
  }

  @SuppressWarnings("UnnecessaryLambda")
  private static Object serializable() {
    return (Supplier<String> & Serializable) () -> "serializable";
  }

  private static Object deserialized() {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      new ObjectOutputStream(bytes).writeObject(serializable());
      return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns an object of a hidden class without fields, which is no lambda. */
  private static Object ofHiddenClass() {
    try {
      CtClass type = new ClassPool(true).makeClass("dev.tare.heap.GeneratedHidden");
      type.addConstructor(javassist.CtNewConstructor.defaultConstructor(type));
      return MethodHandles.lookup()
          .defineHiddenClass(type.toBytecode(), true)
          .lookupClass()
          .getConstructor()
          .newInstance();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  static Stream<Arguments> objects() {
    return Stream.of(
        held("lambda", () -> (Function<String, String>) text -> text + "!"),
        held("unbound method", () -> (Function<String, Integer>) String::length),
        held("marker interface", () -> (Supplier<String> & Marker) () -> "marked"),
        held("serializable", CallSiteConstantsTests::serializable),
        held("deserialized", CallSiteConstantsTests::deserialized),
        held("static method of an interface", Greeting::fromStatic),
        held("default method of an interface", () -> new Greeting() {}.fromDefault()),
        freed("captured number", () -> capturing(hash())),
        freed("bound method", () -> (Supplier<String>) new StringBuilder("bound")::toString),
        freed("anonymous class", () -> new Marker() {}),
        freed("hidden class", CallSiteConstantsTests::ofHiddenClass));
  }

  private static int hash() {
    return new Object().hashCode();
  }

  private static Arguments held(String name, Supplier<Object> object) {
    return Arguments.of(name, object, true);
  }

  private static Arguments freed(String name, Supplier<Object> object) {
    return Arguments.of(name, object, false);
  }

  /** Returns whether an object lives on when nothing of the test refers to it. */
  private static boolean survives(Supplier<Object> created) {
    WeakReference<Object> object = new WeakReference<>(created.get());
    WeakReference<Object> garbage = new WeakReference<>(new Object());
    for (int i = 0; i < 500 && garbage.get() != null; i++) {
      System.gc();
    }
    assertThat(garbage.refersTo(null)).isTrue();
    return !object.refersTo(null);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("objects")
  void onlyWhatCallSitesHoldIsShared(String name, Supplier<Object> created, boolean held) {
    Object[] value = {created.get()};

    RetainedFootprint retention = graph.retained(value);

    assertThat(survives(created)).isEqualTo(held);
    assertThat(retention.shared().objects()).isEqualTo(new Count(held ? 1 : 0));
    assertThat(retention.reachable().bytes()).isEqualTo(graph.sizeOf(value));
    assertThat(graph.retainedProfile(value).retainedSize()).isEqualTo(retention.retained().bytes());
  }

  @Test
  void lambdaOfAFieldIsNotRetained() {
    Rule rule = new Rule(text -> text + "!");

    RetainedFootprint retention = graph.retained(rule);

    assertThat(retention.retained().size().bytes()).isEqualTo(graph.shallowSizeOf(rule));
    assertThat(retention.shared().objects()).isEqualTo(new Count(1));
    assertThat(graph.otherHolders(rule)).isEmpty();
  }

  @Test
  void lambdaInsideACapturingOneIsNotRetained() {
    Comparator<String> value = Comparator.comparing(String::length);
    Object[] array = {value};

    RetainedFootprint retention = graph.retained(array);

    assertThat(retention.retained().size().bytes())
        .isEqualTo(graph.shallowSizeOf(array) + graph.shallowSizeOf(value));
    assertThat(retention.shared().objects()).isEqualTo(new Count(1));
  }

  @Test
  void lambdaThatIsTheValueIsRetained() {
    Runnable value = () -> {};

    RetainedFootprint retention = graph.retained(value);

    assertThat(retention.retained()).isEqualTo(graph.paths(value));
    assertThat(retention.shared().objects()).isEqualTo(new Count(0));
  }

  @Test
  void lambdaThatIsIgnoredIsNeitherRetainedNorShared() {
    Object[] value = {(Runnable) () -> {}};

    RetainedFootprint retention = graph.ignoring(Class::isHidden).retained(value);

    assertThat(retention.reachable().bytes()).isEqualTo(graph.shallowSizeOf(value));
    assertThat(retention.shared().objects()).isEqualTo(new Count(0));
  }
}
