package dev.tare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.call.CompiledModule;
import dev.tare.internal.plain.Lambda;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lambdas and method references: the interface that the compiler selects, and how it is called. */
class BodiesTests {

  private final List<Integer> list = new ArrayList<>(List.of(4_000));
  private final Map<String, Integer> map = Map.of("a", 5_000);
  private int count;

  @Test
  void primitivesAreNotBoxed() {
    assertThat(type(Tare.calling(() -> count()))).isEqualTo(Body.OfInt.class);
    assertThat(type(Tare.calling(() -> count++))).isEqualTo(Body.OfInt.class);
    assertThat(type(Tare.calling(() -> (short) count))).isEqualTo(Body.OfInt.class);
    assertThat(type(Tare.calling(() -> "text".charAt(0)))).isEqualTo(Body.OfInt.class);
    assertThat(type(Tare.calling(() -> count() + 1L))).isEqualTo(Body.OfLong.class);
    assertThat(type(Tare.calling(() -> count() * 1.5f))).isEqualTo(Body.OfDouble.class);
    assertThat(type(Tare.calling(() -> count() * 1.5))).isEqualTo(Body.OfDouble.class);
    assertThat(type(Tare.calling(() -> list.add(1)))).isEqualTo(Body.OfBoolean.class);
    assertThat(type(Tare.calling(() -> list.isEmpty() ? 1 : 2))).isEqualTo(Body.OfInt.class);
  }

  @Test
  void objectsAreReturnedAsTheyAre() {
    assertThat(type(Tare.calling(() -> list.get(0)))).isEqualTo(Callable.class);
    assertThat(type(Tare.calling(() -> map.get("a")))).isEqualTo(Callable.class);
    assertThat(type(Tare.calling(() -> Integer.valueOf(count)))).isEqualTo(Callable.class);
    assertThat(type(Tare.calling(() -> new Object()))).isEqualTo(Callable.class);
    assertThat(type(Tare.calling(() -> same("text")))).isEqualTo(Callable.class);
    assertThat(type(Tare.calling(() -> null))).isEqualTo(Callable.class);
  }

  @Test
  void voidLambdasMayThrowCheckedExceptions() {
    assertThat(type(Tare.calling(() -> list.clear()))).isEqualTo(Body.OfVoid.class);
    assertThat(type(Tare.calling(() -> throwing()))).isEqualTo(Body.OfVoid.class);
    assertThat(
            type(
                Tare.calling(
                    () -> {
                      throwing();
                    })))
        .isEqualTo(Body.OfVoid.class);
  }

  @Test
  void returningLambdasMayThrowCheckedExceptions() {
    assertThat(type(Tare.calling(() -> throwingCount()))).isEqualTo(Body.OfInt.class);
    assertThat(type(Tare.calling(() -> throwingText()))).isEqualTo(Callable.class);
  }

  @Test
  void methodReferencesResolveLikeLambdas() {
    IntSupplier number = () -> 1;
    Supplier<String> text = () -> "";
    assertThat(type(Tare.calling(this::count))).isEqualTo(Body.OfInt.class);
    assertThat(type(Tare.calling(this::throwing))).isEqualTo(Body.OfVoid.class);
    assertThat(type(Tare.calling(this::throwingCount))).isEqualTo(Body.OfInt.class);
    assertThat(type(Tare.calling(list::size))).isEqualTo(Body.OfInt.class);
    assertThat(type(Tare.calling(list::clear))).isEqualTo(Body.OfVoid.class);
    assertThat(type(Tare.calling(number::getAsInt))).isEqualTo(Body.OfInt.class);
    assertThat(type(Tare.calling(text::get))).isEqualTo(Callable.class);
  }

  @Test
  void runnablesAndCallablesAreAccepted() {
    Runnable runnable = () -> {};
    Callable<Integer> callable = () -> 1;
    assertThat(type(Tare.calling(runnable))).isEqualTo(Runnable.class);
    assertThat(type(Tare.calling(callable))).isEqualTo(Callable.class);
  }

  @Test
  void lambdaWithOneParameterTakesSizes() {
    SizedBody lambda = Tare.calling(n -> new int[n]);
    SizedBody reference = Tare.calling(BodiesTests::sized);
    assertThat(lambda).isNotNull();
    assertThat(reference).isNotNull();
  }

  @Test
  void bodyOfAClosedModuleIsCalledDirectly(@TempDir Path folder) throws Exception {
    Callable<?> closed =
        (Callable<?>)
            CompiledModule.instance(
                folder,
                "module closed { provides java.util.function.Supplier with sample.Supplying; }",
                """
                package sample;

                public final class Supplying implements java.util.function.Supplier<Object> {
                  @Override
                  public Object get() {
                    return new Sample();
                  }
                }

                class Sample implements java.util.concurrent.Callable<Object> {
                  @Override
                  public Object call() {
                    return new byte[1000];
                  }
                }
                """);

    MeasuredFigure allocated = Tare.calling(closed).allocated();

    assertThat(allocated.value())
        .isEqualTo(Tare.calling(() -> new byte[1_000]).allocated().value());
  }

  private static Class<?> type(MeasuredBody body) {
    return ((Lambda) body.request().target()).method().getDeclaringClass();
  }

  private int count() {
    return count;
  }

  private int throwingCount() throws IOException {
    if (count < 0) {
      throw new IOException("negative");
    }
    return count;
  }

  private String throwingText() throws IOException {
    return throwingCount() + "";
  }

  private void throwing() throws IOException {
    throwingCount();
  }

  private static <T> T same(T value) {
    return value;
  }

  private static int[] sized(int n) {
    return new int[n];
  }
}
