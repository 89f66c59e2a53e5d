package dev.tare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.allocation.Scope;
import dev.tare.benchmark.ProfileKind;
import dev.tare.extension.UnmeasuredException;
import dev.tare.testing.SlowAfterOthers;
import dev.tare.unit.DataSize;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("measures times and walks the heap")
@SlowAfterOthers
class TareTests {

  private static final int LARGE = 1_000;

  private static int number = LARGE;

  /** Keeps the results of bodies that return nothing. */
  static Object kept = "";

  @Nested
  class Figures {

    @Test
    void bytesOfACallAreExact() {
      MeasuredFigure figure = Tare.calling(() -> new byte[LARGE]).allocated();

      assertThat(figure.value()).isEqualTo(sizeOf(new byte[LARGE]));
      assertThat(figure.lower()).isEqualTo(figure.upper()).isEqualTo(figure.value());
      assertThat(figure.firstCall()).contains(figure.value());
      assertThat(figure.doubt()).isEmpty();
    }

    @Test
    void bytesOfAPoolNeedTheScopeOfAllThreads() {
      ExecutorService pool = Executors.newSingleThreadExecutor();
      try {
        MeasuredBody body =
            Tare.calling(() -> CompletableFuture.supplyAsync(() -> new byte[1 << 20], pool).join());

        assertThat(body.allocated().value().amount()).isLessThan(1 << 20);
        assertThat(body.withScope(Scope.ALL_THREADS).allocated().value().amount())
            .isGreaterThan(1 << 20);
      } finally {
        pool.shutdown();
      }
    }

    @Test
    void retainedSizeLeavesOutWhatOthersHold() {
      kept = new byte[LARGE];
      List<Object> list = new ArrayList<>(List.of(kept, new byte[16]));

      MeasuredFigure retained = Tare.retained(list);
      MeasuredFigure reachable = Tare.graphOf(list).reachable();

      assertThat(reachable.value().amount() - retained.value().amount())
          .isEqualTo(sizeOf(kept).amount());
      assertThat(retained.lower()).isEqualTo(retained.upper());
    }
  }

  @Nested
  class Times {

    @Test
    void timeHasAnIntervalAndSamples() {
      MeasuredFigure figure = quick(Tare.calling(() -> number * 31 % 7)).time();

      assertThat(figure.lower().compare(figure.value())).isLessThanOrEqualTo(0);
      assertThat(figure.upper().compare(figure.value())).isGreaterThanOrEqualTo(0);
      assertThat(figure.samples()).hasSize(1);
      assertThat(figure.samples().get(0).name()).isEqualTo("this body");
    }

    @Test
    void firstCallIsMadeOnce() {
      AtomicInteger calls = new AtomicInteger();

      MeasuredFigure figure = Tare.calling(calls::incrementAndGet).firstCall();

      assertThat(calls).hasValue(1);
      assertThat(figure.value().unit()).isEqualTo("ns");
    }

    @Test
    void differingResultsAreNotCompared() {
      MeasuredFigure figure = quick(Tare.calling(() -> 1)).timeComparedWith(Tare.calling(() -> 2));

      assertThat(figure.doubt()).hasValueSatisfying(reason -> assertThat(reason).contains("2"));
      assertThat(figure.report())
          .as("an attribute that is an option")
          .contains("equalResults = false");
      assertThatThrownBy(figure::value)
          .isInstanceOf(UnmeasuredException.class)
          .hasMessageStartingWith(
              "unmeasured: time relative to the other body of TareTests.Times.");
    }

    @Test
    void preparationRunsBeforeEachCall() {
      AtomicInteger prepared = new AtomicInteger();
      AtomicInteger unprepared = new AtomicInteger();

      quick(
              Tare.calling(
                  () -> {
                    if (prepared.getAndSet(0) != 1) {
                      unprepared.incrementAndGet();
                    }
                  }))
          .withBeforeCall(prepared::incrementAndGet)
          .time();

      assertThat(unprepared).hasValue(0);
    }

    @Test
    void profileHasNoFrameOfTare() {
      MeasuredBody body = quick(Tare.calling(() -> number * 31 % 7)).withBreakdown();

      for (MeasuredBody profiled : List.of(body, body.withProfile(ProfileKind.CALLS))) {
        assertThat(profiled.time().report())
            .startsWith("Time per call of TareTests.Times.profileHasNoFrameOfTare(): ")
            .doesNotContain("dev.tare.internal.", "Tare$Call", "MeasuredBody", "TimeProfile");
      }
    }

    @Test
    void breakdownIsMadeOnRequest() {
      MeasuredBody body = Tare.calling(() -> new byte[LARGE]);

      assertThat(body.allocated().breakdown()).isEmpty();
      assertThat(body.withBreakdown().allocated().breakdown())
          .hasValueSatisfying(breakdown -> assertThat(breakdown.rows()).hasSize(1));
    }
  }

  @Nested
  class Texts {

    @Test
    void summaryIsOneLineThatNamesTheCaller() {
      MeasuredFigure figure = Tare.calling(() -> new byte[LARGE]).allocated();

      assertThat(figure)
          .hasToString(
              "Allocated bytes of TareTests.Texts.summaryIsOneLineThatNamesTheCaller(): "
                  + figure.value().both());
    }

    @Test
    void reportHasTheLinesOfAFailure() {
      MeasuredFigure figure =
          Tare.calling(() -> new byte[LARGE]).withName("array").withRuns(3).allocated();

      assertThat(figure.report().lines())
          .hasSize(3)
          .first()
          .asString()
          .startsWith("Allocated bytes of TareTests.Texts.reportHasTheLinesOfAFailure() array: ");
      assertThat(figure.report())
          .contains("\n  measured    minimum of 3 readings, all equal, after 2 warm-up calls");
    }

    @Test
    void messageOfAReportIsThatOfAFailedTest() {
      MeasuredFigure figure = Tare.calling(() -> new byte[LARGE]).allocated();

      assertThat(Tare.message(figure.judge(new DataSize(1))))
          .startsWith("Allocated bytes of TareTests.Texts.")
          .contains(" exceed 1 B\n", "\n  would pass  \"");
      assertThat(Tare.message(figure.judge(new DataSize(1 << 20)))).contains(" are within 1 MiB");
    }
  }

  @Nested
  class BadInput {

    @Test
    void nullThatIsReturnedIsUnmeasured() {
      MeasuredFigure figure = Tare.calling(() -> null).retained();

      assertThat(figure.summary()).startsWith("unmeasured: retained size of TareTests.BadInput.");
      assertThatThrownBy(figure::value).isInstanceOf(UnmeasuredException.class);
    }

    @Test
    void exceptionOfTheBodyIsThrownUnchanged() {
      IOException thrown = new IOException("the body's own");
      Body.OfVoid body =
          () -> {
            throw thrown;
          };

      assertThatThrownBy(() -> Tare.calling(body).allocated()).isSameAs(thrown);
      assertThatThrownBy(() -> Tare.calling(body).time()).isSameAs(thrown);
      assertThatThrownBy(() -> Tare.calling(body).firstCall()).isSameAs(thrown);
      assertThatThrownBy(() -> Tare.calling(body).objects()).isSameAs(thrown);
      assertThatThrownBy(() -> Tare.calling(() -> 1).timeComparedWith(Tare.calling(body)))
          .isSameAs(thrown);
    }

    @Test
    void exceptionOfALaterCallNamesTheCallAndTheOptions() {
      AtomicInteger calls = new AtomicInteger();

      assertThatThrownBy(() -> Tare.calling(() -> 1 / (1 - calls.getAndIncrement())).allocated())
          .hasMessage(
              "call 2 of 7 threw java.lang.ArithmeticException: / by zero; a body that cannot be"
                  + " repeated needs withRuns(1) and withWarmups(0)");
    }

    @Test
    void invalidOptionIsRefusedWithAnExample() {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Tare.calling(() -> 1).withRuns(0).allocated())
          .withMessage(
              "allocated(): runs = 0: at least one call must be judged, for example runs = 5");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Tare.calling(() -> 1).withStatistic("best").time())
          .withMessageStartingWith("time(): statistic = \"best\": ");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Tare.calling(n -> n).growthOfTime(1, 2))
          .withMessageStartingWith("growthOfTime(): sizes = {1, 2}: at least three sizes");
    }

    @Test
    void baselineAppliesToComparedTimesOnly() {
      MeasuredBody body = Tare.calling(() -> 1).withBaseline(Tare.calling(() -> 1));
      Map<String, ThrowingCallable> measurements =
          Map.of(
              "time()", body::time,
              "firstCall()", body::firstCall,
              "allocated()", body::allocated,
              "objects()", body::objects);

      measurements.forEach(
          (name, measurement) ->
              assertThatIllegalArgumentException()
                  .isThrownBy(measurement)
                  .withMessageStartingWith(name + ": withBaseline does not apply to it; leave it"));
    }

    @Test
    void optionOfAnotherMeasurementIsRefused() {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Tare.calling(() -> 1).withRuns(3).time())
          .withMessage("time(): withRuns does not apply to it; leave it out");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Tare.calling(() -> 1).withScope(Scope.ALL_THREADS).objects())
          .withMessage("objects(): withScope does not apply to it; leave it out");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Tare.calling(() -> 1).withBeforeCall(() -> {}).allocated())
          .withMessage("allocated(): its calls would not be prepared; leave out withBeforeCall");
      assertThatIllegalArgumentException()
          .as("the box of a primitive")
          .isThrownBy(() -> Tare.calling(() -> 1).retained())
          .withMessageStartingWith("retained(): the body returns no object; return one");
    }

    @Test
    void measuringWithinAMeasuredBodyIsRefused() {
      assertThatThrownBy(
              () -> Tare.calling(() -> Tare.calling(() -> new byte[LARGE]).allocated()).allocated())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("allocated() was called in a body that is measured");
      // the refusal ends the outer measurement too
      assertThat(Tare.calling(() -> number).allocated().value()).isEqualTo(new DataSize(0));
    }

    @Test
    void otherThreadMeasuresItsOwnBytes() {
      assertThat(
              CompletableFuture.supplyAsync(
                      () -> Tare.calling(() -> new byte[LARGE]).allocated().value())
                  .join())
          .isEqualTo(sizeOf(new byte[LARGE]));
    }

    @Test
    void objectsOfTheJdkAreCalledThroughTheirInterface() {
      FutureTask<Integer> task = new FutureTask<>(() -> 1);

      assertThat(Tare.calling((Runnable) task).withRuns(1).allocated().doubt()).isEmpty();
      assertThat(task).isDone();
    }
  }

  private static MeasuredBody quick(MeasuredBody body) {
    return body.withWarmupTime("50 ms").withMeasurementTime("50 ms");
  }

  private static DataSize sizeOf(Object object) {
    return new DataSize(dev.tare.heap.ObjectGraph.open().shallowSizeOf(object));
  }
}
