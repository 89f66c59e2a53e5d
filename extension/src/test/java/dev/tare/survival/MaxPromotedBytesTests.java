package dev.tare.survival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.SampledMatrix;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.internal.survival.PromotionRounds.Promotion;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Observed;
import dev.tare.testing.WeavesOrWalks;
import dev.tare.unit.DataSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs tests in JVMs with a small young generation, which is filled quickly. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // some tests share a JVM
@WeavesOrWalks
class MaxPromotedBytesTests {

  private static final List<Long> NONE = List.of(0L);

  private static final String SERIAL = "-XX:+UseSerialGC";
  private static final String PARALLEL = "-XX:+UseParallelGC";
  private static final String G1 = "-XX:+UseG1GC";
  private static final String EXCEEDED = "FAILED org.opentest4j.AssertionFailedError: ";

  private final Map<String, String> serial = new HashMap<>();

  private static Map<String, String> outcomes(List<String> options, String... arguments) {
    List<String> jvmOptions = new ArrayList<>(List.of("-Xmx128m", "-Xmn8m"));
    jvmOptions.add("-XX:+EnableDynamicAgentLoading");
    jvmOptions.addAll(options);
    ChildJvm jvm = ChildJvm.run(jvmOptions, PromotionProbe.class, arguments);
    assertThat(jvm.exitCode()).as(jvm.err()).isZero();
    return jvm.out()
        .lines()
        .filter(line -> line.matches("[^|]+ (WITHIN|ABORTED .*|FAILED .*)"))
        .collect(
            Collectors.toMap(
                line -> line.replaceFirst(" (WITHIN|ABORTED|FAILED).*", ""),
                line -> line.replaceFirst("^.*? (?=WITHIN|ABORTED|FAILED)", ""),
                (one, other) -> one + " and " + other));
  }

  /** The outcomes of bodies in one JVM, by the name of the test. */
  private Map<String, String> serial() {
    if (serial.isEmpty()) {
      serial.putAll(outcomes(List.of(SERIAL), "Bodies,Plain"));
    }
    return serial;
  }

  @Nested
  class Bodies {

    @Test
    void serialCountsEachByte() {
      Map<String, String> outcomes = serial();

      assertThat(outcomes.get("keepsAll"))
          .startsWith(
              EXCEEDED
                  + "Promoted bytes of PromotionTestCases.Bodies.keepsAll() 1,016 B exceed 0 B")
          .contains("; a young collection after each 10 calls, objects of all threads;")
          .contains("| note        @MaxSurvivingBytes shows the lines whose objects stay, @MaxAll")
          .contains("| measured    median of 16 readings")
          .doesNotContain("would pass");
      assertThat(outcomes.get("keepsLittle")).startsWith(EXCEEDED).contains(" 16 B exceed 0 B");
      assertThat(outcomes.get("keepsMoreThanAllowed")).contains(" (2,016 B) exceed 1,000 B");
      assertBodies(outcomes);
      assertThat(outcomes).containsEntry("createsALargeObject", "WITHIN");
    }

    @Test
    void assertionsAndFiguresAreThoseOfTheAnnotation() {
      assertThat(serial().get("assertsAll")).startsWith(EXCEEDED).contains(" 1,016 B exceed 0 B");
      assertThat(serial())
          .containsEntry("assertsNothing", "WITHIN")
          .containsEntry("hasTheFigure", "WITHIN");
    }

    @Test
    void parallelFindsKeptObjects() {
      // with a fixed age of 7 collections instead of an adapted one
      assertBodies(outcomes(List.of(PARALLEL, "-XX:-UseAdaptiveSizePolicy"), "Bodies"));
    }

    @Test
    void g1FindsKeptObjects() {
      Map<String, String> outcomes = outcomes(List.of(G1), "Bodies");

      assertBodies(outcomes);
      assertThat(outcomes.get("createsALargeObject")).startsWith(EXCEEDED);
      assertThat(outcomes.get("keepsMoreThanAllowed"))
          .startsWith("ABORTED")
          .contains("run with -XX:+UseSerialGC");
    }

    private static void assertBodies(Map<String, String> outcomes) {
      assertThat(outcomes)
          .containsEntry("keepsNothing", "WITHIN")
          .containsEntry("keepsForAWhileWithFewerCollections", "WITHIN")
          .containsEntry("throwsAnException", "FAILED java.lang.IllegalStateException: own");
      assertThat(List.of("keepsAll", "keepsLittle", "keepsMuch"))
          .allSatisfy(name -> assertThat(outcomes.get(name)).startsWith(EXCEEDED));
      assertThat(outcomes.get("keepsForAWhile"))
          .startsWith("ABORTED")
          .contains("depends on how often young collections occur")
          .contains("set calls, for example calls = 100");
      assertThat(outcomes.get("keepsForAWhileWithChosenCollections")).startsWith(EXCEEDED);
      assertThat(outcomes.get("collectsTheWholeHeap"))
          .startsWith("ABORTED")
          .contains("the whole heap was collected, or is nearly full");
    }

    @Test
    void smallerFigureThanTheLimitIsWithin() {
      assertThat(serial()).containsEntry("keepsLessThanAllowed", "WITHIN");
    }
  }

  @Test
  void smallHeapIsFilledByObjectsOnly() {
    // classes and code need more than half of such a heap, which has room for what the test keeps
    assertThat(outcomes(List.of(SERIAL, "-Xmx26m"), "Single").get("keepsAll")).startsWith(EXCEEDED);
    assertThat(outcomes(List.of(SERIAL, "-Xmx40m"), "Filling").get("fillsTheHeap"))
        .startsWith("ABORTED")
        .contains("the whole heap was collected, or is nearly full", "with -Xmx");
  }

  @Test
  void heapsThatHideOldObjectsAreNotMistaken() {
    Map<String, String> outcomes = outcomes(List.of(SERIAL), "Raising,FullOfGarbage");

    assertThat(outcomes.get("keepsAllWhileTheAgeIsRaised"))
        .startsWith("ABORTED")
        .contains("it depends on how often young collections occur");
    assertThat(outcomes).containsEntry("keepsNothingBesideGarbage", "WITHIN");
  }

  /** Returns the measurement with series of the given bytes by the number of calls. */
  private static Measurement measured(Map<Integer, List<Long>> series) throws Throwable {
    return measured(series, false);
  }

  private static Measurement measured(Map<Integer, List<Long>> series, boolean concurrent)
      throws Throwable {
    Budget nothing = Budget.atMost(PromotedBytes.FIGURE, new DataSize(0));
    return new PromotedBytes(nothing, 10, false)
        .measure(
            calls ->
                Optional.of(
                    new Promotion(calls, series.getOrDefault(calls, List.of()), 16, Duration.ZERO)),
            nothing,
            true,
            concurrent);
  }

  private static void assertDoubtful(String reason, Map<Integer, List<Long>> series)
      throws Throwable {
    assertThat(((Observed) measured(series)).doubt()).contains(reason);
  }

  @Test
  void figureAboveTheLimitIsInconclusiveBesideOtherTests() throws Throwable {
    Map<Integer, List<Long>> repeated = Map.of(10, List.of(800L), 0, NONE, 100, List.of(800L));

    assertThat(((Observed) measured(repeated, false)).doubt()).isNull();
    assertThat(((Observed) measured(repeated, true)).doubt()).contains("@Isolated on its class");
  }

  @Test
  void figureThatASecondSeriesRepeatsIsObserved() throws Throwable {
    Map<Integer, List<Long>> both = Map.of(10, List.of(0L, 80L, 90L), 0, NONE, 100, List.of(70L));
    assertThat(((Observed) measured(both)).lower()).isEqualTo(new DataSize(80));
    // a second series without old objects decides where few rounds had some
    Map<Integer, List<Long>> few = Map.of(10, List.of(0L, 0L, 300L), 0, List.of(9L), 100, NONE);
    assertThat(((Observed) measured(few)).upper()).isEqualTo(new DataSize(0));
  }

  @Test
  void figureIsInconclusiveIfTheRestOfTheProgramMakesATenthAsMuchOld() throws Throwable {
    Map<Integer, List<Long>> series =
        new HashMap<>(Map.of(10, List.of(800L), 0, List.of(2_400L, 0L, 0L), 100, List.of(8_000L)));
    assertDoubtful("even while the test is not called", series);

    series.put(0, List.of(2_397L, 0L, 0L));

    assertThat(((Observed) measured(series)).doubt()).isNull();
  }

  @Test
  void longRoundsHaveMoreOfWhatTheRestOfTheProgramMakesOld() {
    Promotion idle = new Promotion(0, List.of(30L), 16, Duration.ofMillis(16));
    assertThat(new Promotion(1, NONE, 2, Duration.ofMillis(20)).medianBeside(idle)).isEqualTo(-3e3);
  }

  @Test
  void figureThatASecondSeriesDoesNotRepeatIsInconclusive() throws Throwable {
    List<Long> old = List.of(800L);
    assertDoubtful(
        "with one after each 10 calls, 800 B a call become old, and 0 B with one after each 100",
        Map.of(10, old, 0, NONE, 100, NONE));
    assertDoubtful("100 B a call become old", Map.of(10, List.of(0L, 0L, 300L), 0, NONE, 100, old));
    assertDoubtful(
        "while the test is not called", Map.of(10, List.of(0L, 0L, 9L), 0, old, 100, old));
    assertDoubtful("the whole heap was collected", Map.of(10, old, 0, NONE, 100, List.of()));
    assertDoubtful("the whole heap was collected", Map.of(10, old, 0, List.of(), 100, old));
  }

  static Stream<String> collectorsThatDoNotCount() {
    List<String> options =
        new ArrayList<>(
            List.of(
                "-XX:+UseZGC",
                "-XX:+UseSerialGC -XX:+NeverTenure -XX:MaxTenuringThreshold=16",
                "-Xlog:disable -XX:+UnlockExperimentalVMOptions -XX:+UseEpsilonGC"));
    if (ChildJvm.start(List.of("-XX:+UseShenandoahGC", "-version")).exitCode() == 0) {
      options.add("-XX:+UseShenandoahGC");
    }
    return SampledMatrix.of("MaxPromotedBytesTests.collectorsThatDoNotCount", 1, options);
  }

  @ParameterizedTest
  @MethodSource("collectorsThatDoNotCount")
  void collectorThatDoesNotCountIsUnmeasured(String options) {
    List<String> all = new ArrayList<>(List.of(options.split(" ")));

    assertThat(outcomes(all, "Single").get("keepsNothing"))
        .startsWith("FAILED dev.tare.extension.UnmeasuredException: unmeasured: promoted bytes")
        .contains("does not count the bytes")
        .contains("run with -XX:+UseG1GC");
  }

  static Stream<Arguments> cleanBodies() {
    Random random = new Random();
    return SampledMatrix.of(
        "MaxPromotedBytesTests.cleanBodies",
        1,
        Stream.of(SERIAL, PARALLEL, G1)
            .flatMap(collector -> random.longs(8).mapToObj(seed -> Arguments.of(collector, seed)))
            .toList());
  }

  /** The whole matrix has 600 verdicts. */
  @ParameterizedTest
  @MethodSource("cleanBodies")
  void bodyThatKeepsNothingMakesNothingOld(String collector, long seed) {
    Map<String, String> outcomes = outcomes(List.of(collector, "-Dseed=" + seed), "Clean");

    assertThat(outcomes).hasSize(PromotionTestCases.Clean.BODIES);
    assertThat(outcomes.values()).containsOnly("WITHIN");
  }

  @Test
  void malformedAnnotationsAreRefused() {
    ExecutedTests tests = ExecutedTests.tare(PromotionTestCases.Mistakes.class);

    assertThat(tests.failure("withoutUnit"))
        .isInstanceOf(TareConfigurationException.class)
        .hasMessageContaining("\"12\"");
    assertThat(tests.failure("withoutCalls")).hasMessageContaining("for example calls = 10");
  }
}
