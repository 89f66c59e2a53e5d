package dev.tare;

import static dev.tare.assertj.TareAssertions.assertThatCalling;
import static dev.tare.assertj.TareAssertions.assertThatGraphOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.assertj.CalledBodyAssert;
import dev.tare.assertj.GraphAssert;
import dev.tare.assertj.SizedBodyAssert;
import dev.tare.assertj.TareAssertions;
import dev.tare.growth.Cost;
import dev.tare.growth.GrowthOrder;
import dev.tare.internal.agent.ChildJvm;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Null for each parameter of the plain API and of the assertions that is not declared nullable. */
class NullArgumentsTests {

  /** Objects whose methods are called; other classes have static methods only. */
  private static final Map<Class<?>, Supplier<Object>> RECEIVERS =
      Map.of(
          MeasuredBody.class, () -> Tare.calling(() -> 1),
          MeasuredGraph.class, () -> Tare.graphOf("value"),
          MeasuredFigure.class, () -> Tare.calling(() -> 1).firstCall(),
          SizedBody.class, () -> Tare.calling(n -> new int[n]),
          CalledBodyAssert.class, () -> assertThatCalling(() -> 1),
          GraphAssert.class, () -> assertThatGraphOf("value"),
          SizedBodyAssert.class, () -> assertThatCalling(n -> new int[n]));

  /** Arguments that are not null. */
  private static final Map<Class<?>, Object> ACCEPTED =
      Map.of(
          String.class,
          "1 KiB",
          Class.class,
          String.class,
          Map.class,
          Map.of(),
          long.class,
          1L,
          double.class,
          1.1,
          GrowthOrder.class,
          GrowthOrder.LINEAR,
          Cost.class,
          Cost.TIME);

  static Stream<Arguments> parameters() throws Exception {
    return Stream.of(Tare.class, TareAssertions.class)
        .flatMap(NullArgumentsTests::published)
        .flatMap(type -> Stream.of(type.getDeclaredMethods()))
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
        .flatMap(
            method ->
                IntStream.range(0, method.getParameterCount())
                    .filter(i -> !acceptsNull(method, i))
                    .mapToObj(i -> Arguments.of(method, i)));
  }

  private static Stream<Class<?>> published(Class<?> neighbor) {
    String packageName = neighbor.getPackageName();
    Path folder = ChildJvm.home(neighbor).resolve(packageName.replace('.', '/'));
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".class") && !name.startsWith("package-info"))
          .<Class<?>>map(name -> type(packageName + "." + name.replace(".class", "")))
          .filter(type -> Modifier.isPublic(type.getModifiers()))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Class<?> type(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean acceptsNull(Method method, int parameter) {
    return method.getParameterTypes()[parameter].isPrimitive()
        || method.getAnnotatedParameterTypes()[parameter].isAnnotationPresent(Nullable.class);
  }

  @ParameterizedTest
  @MethodSource("parameters")
  void nullIsRefusedByTheNameOfTheMethod(Method method, int parameter) {
    @Nullable Object receiver =
        Modifier.isStatic(method.getModifiers())
            ? null
            : Objects.requireNonNull(RECEIVERS.get(method.getDeclaringClass())).get();
    @Nullable Object[] arguments =
        IntStream.range(0, method.getParameterCount())
            .mapToObj(i -> i == parameter ? null : ACCEPTED.get(method.getParameterTypes()[i]))
            .toArray();

    assertThatThrownBy(() -> method.invoke(receiver, arguments))
        .isInstanceOf(InvocationTargetException.class)
        .cause()
        .isInstanceOfAny(NullPointerException.class, IllegalArgumentException.class)
        .hasMessageContainingAll(
            "judge".equals(method.getName()) ? "" : method.getName() + "(", "null");
  }

  @Test
  void methodsOfBothPackagesAreFound() throws Exception {
    assertThat(
            parameters()
                .<Object>map(arguments -> ((Method) arguments.get()[0]).getDeclaringClass()))
        .contains(Tare.class, GraphAssert.class, CalledBodyAssert.class);
  }

  @Test
  @SuppressWarnings("NullAway") // what is refused
  void nullAmongIgnoredTypesIsRefused() {
    assertThatNullPointerException()
        .isThrownBy(() -> Tare.graphOf("value").withIgnoring(String.class, null))
        .withMessage("withIgnoring(…): an argument must not be null");
  }
}
