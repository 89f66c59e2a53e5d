package dev.tare.internal.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.profile.FlightRecording.SampledStack;
import dev.tare.internal.profile.FlightRecording.SampledStack.Frame;
import dev.tare.internal.profile.HotSpots.Spot;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Places of recorded stacks. */
class SampledStackTests {

  private static final String STUB = "com.acme.CacheTests$Tare$Call/0x01";

  private static final Frame LOOP = new Frame(STUB, "repeat", -1);

  private static final List<Frame> CALLERS =
      List.of(
          new Frame("dev.tare.internal.profile.ProfiledCalls", "repeat", 60),
          new Frame("dev.tare.internal.profile.JfrSampling", "callFor", 150),
          new Frame("com.acme.Main", "main", 3));

  private static final Frame TEST = new Frame("com.acme.CacheTests", "loads", 21);

  private static final Frame CACHE = new Frame("com.acme.Cache", "load", 12);

  /** Returns where a stack counts; the frames are those inside of the generated loop. */
  private static Spot place(Frame... inner) {
    return stack(inner).place(type -> type.startsWith("com.acme."));
  }

  private static SampledStack stack(Frame... inner) {
    return new SampledStack(
        Stream.of(List.of(inner), List.of(LOOP), CALLERS).flatMap(List::stream).toList(), false);
  }

  private static int bodyFrames(String... types) {
    return new SampledStack(
            Stream.of(types).map(type -> new Frame(type, "call", 1)).toList(), false)
        .bodyFrames();
  }

  @Nested
  class Rows {

    @Test
    void samplesInsideADriverCountForOneLineOfTheApplication() {
      Frame execute = new Frame("org.driver.Statement", "execute", 80);
      Spot place = new Spot("in org.driver.Statement.execute()", "Cache.load():12");

      assertThat(place(new Frame("org.driver.Parser", "token", 7), execute, CACHE, TEST))
          .isEqualTo(place);
      assertThat(
              place(
                  new Frame("java.lang.String", "hashCode", 1),
                  new Frame("org.driver.Planner", "plan", 9),
                  execute,
                  CACHE,
                  TEST))
          .isEqualTo(place);
    }

    @Test
    void innermostMethodOfTheApplicationCountsItself() {
      assertThat(place(CACHE, TEST))
          .isEqualTo(new Spot("in com.acme.Cache.load()", "Cache.load():12"));
    }

    @Test
    void callbackFromALibraryCountsForTheInnermostLineOfTheApplication() {
      assertThat(
              place(
                  new Frame("java.util.Arrays", "fill", 3),
                  new Frame("com.acme.Rows", "read", 33),
                  new Frame("org.driver.Statement", "execute", 80),
                  CACHE,
                  TEST))
          .isEqualTo(new Spot("in java.util.Arrays.fill()", "Rows.read():33"));
    }

    @Test
    void stackWithoutTheApplicationCountsForTheLibrary() {
      assertThat(
              place(
                  new Frame("java.lang.String", "hashCode", 1),
                  new Frame("org.driver.Parser", "token", 7)))
          .isEqualTo(new Spot("in java.lang.String.hashCode()", "Parser.token():7"));
    }

    @Test
    void stackOfTheJdkAloneHasNoLine() {
      assertThat(place(new Frame("java.util.ArrayList", "size", 1)))
          .isEqualTo(new Spot("in java.util.ArrayList.size()", ""));
    }
  }

  @Nested
  class TareItself {

    @ParameterizedTest
    @ValueSource(strings = {"set", "setOpaque"})
    void consumerOfResultsIsNoRowOfTheBody(String consuming) {
      Frame write =
          new Frame("java.lang.invoke.VarHandleReferences$FieldInstanceReadWrite", consuming, 120);
      Frame cell = new Frame("java.util.concurrent.atomic.AtomicReference", consuming, 310);

      assertThat(place(write, cell)).isEqualTo(new Spot(SampledStack.LOOP, ""));
      assertThat(place(cell)).isEqualTo(new Spot(SampledStack.LOOP, ""));
    }

    @Test
    void sameWriteByTheApplicationIsItsRow() {
      Frame cell = new Frame("java.util.concurrent.atomic.AtomicReference", "setOpaque", 310);

      assertThat(place(cell, CACHE, TEST))
          .isEqualTo(
              new Spot(
                  "in java.util.concurrent.atomic.AtomicReference.setOpaque()", "Cache.load():12"));
    }

    @ParameterizedTest
    @CsvSource({"get", "incrementAndGet"})
    void atomicThatIsTheBodyIsItsRow(String method) {
      assertThat(place(new Frame("java.util.concurrent.atomic.AtomicInteger", method, 100)))
          .isEqualTo(new Spot("in java.util.concurrent.atomic.AtomicInteger." + method + "()", ""));
    }

    @Test
    void generatedLoopIsNoRowOfTheBody() {
      assertThat(place()).isEqualTo(new Spot(SampledStack.LOOP, ""));
    }

    @Test
    void framesOfTareAreNotOfTheBody() {
      assertThat(bodyFrames("java.util.HashMap", "com.acme.Cache", STUB)).isEqualTo(2);
      assertThat(
              bodyFrames(
                  "com.acme.Cache",
                  "java.lang.reflect.Method",
                  "dev.tare.internal.plain.Lambda",
                  "dev.tare.internal.call.ReflectiveBody"))
          .isEqualTo(2);
      assertThat(bodyFrames("dev.tare.internal.call.BlackHole", STUB)).isZero();
      assertThat(
              bodyFrames(
                  "sun.management.ThreadImpl",
                  "dev.tare.internal.profile.ProfiledCalls$AllocationSum",
                  "dev.tare.internal.profile.JfrSampling"))
          .isZero();
      assertThat(bodyFrames("dev.tare.internal.profile.JfrSampling")).isZero();
    }

    @Test
    void deepStackConsistsOfTheBody() {
      Frame tree = new Frame("com.acme.Tree", "walk", 5);

      assertThat(new SampledStack(Collections.nCopies(64, tree), true).bodyFrames()).isEqualTo(64);
      assertThat(new SampledStack(Collections.nCopies(64, tree), false).bodyFrames()).isZero();
    }
  }
}
