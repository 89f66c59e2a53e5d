package dev.tare.survival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.SampledMatrix;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.internal.survival.Promotion;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Observed;
import dev.tare.testing.WeavesOrWalks;
import dev.tare.unit.DataSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
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

  /** The outcomes of three classes of tests in one JVM, by the name of the test. */
  private Map<String, String> serial() {
    if (serial.isEmpty()) {
      serial.putAll(outcomes(List.of(SERIAL), "Bodies,Kinds,Defaults"));
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
          .contains("| measured    minimum of 8 readings")
          .doesNotContain("would pass");
      assertThat(outcomes.get("keepsLittle")).startsWith(EXCEEDED).contains(" 16 B exceed 0 B");
      assertThat(outcomes.get("keepsMoreThanAllowed")).contains(" (2,016 B) exceed 1,000 B");
      assertBodies(outcomes);
      assertThat(outcomes).containsEntry("createsALargeObject", "WITHIN");
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
      assertThat(outcomes.get("createsALargeObject"))
          .startsWith(EXCEEDED)
          .contains("of it in large objects, which are old from the beginning");
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
          .contains("a collection of the whole heap");
    }

    @Test
    void smallerFigureThanTheLimitIsWithin() {
      assertThat(serial()).containsEntry("keepsLessThanAllowed", "WITHIN");
    }

    @Test
    void overflowOfTheSurvivorSpaceIsNamed() {
      assertThat(outcomes(List.of(SERIAL), "Overflowing").get("overflowsTheSurvivorSpace"))
          .startsWith(EXCEEDED)
          .contains("| distorted   objects become old before their age: the survivor space");
    }

    @Test
    void fullHeapIsInconclusive() {
      assertThat(outcomes(List.of(SERIAL, "-Xmx64m"), "Filling").get("fillsTheHeap"))
          .startsWith("ABORTED")
          .contains("the heap is nearly full before objects are old; give the JVM", "with -Xmx");
    }
  }

  @Test
  void raisedAgeHidesNothingForHalfOfTheMedian() {
    assertThat(outcomes(List.of(SERIAL), "Raising").get("keepsAllWhileTheAgeIsRaised"))
        .startsWith(EXCEEDED)
        .contains("1,016 B exceed 0 B")
        .contains("| measured    median of 31 readings, 0 B to ");
  }

  @Test
  void garbageThatEarlierTestsMadeOldIsCollectedBefore() {
    assertThat(outcomes(List.of(SERIAL), "FullOfGarbage"))
        .containsEntry("keepsNothingBesideGarbage", "WITHIN");
  }

  @Test
  void everyKindOfTestIsJudged() {
    Map<String, String> outcomes = serial();

    assertThat(outcomes)
        .containsEntry("repetition 1 of 2", "WITHIN")
        .containsEntry("keeps 0", "WITHIN")
        .containsEntry("drops", "WITHIN");
    assertThat(List.of("besideTest", "keeps 1", "keeps", "metaAnnotated"))
        .allSatisfy(
            name -> assertThat(outcomes.get(name)).startsWith(EXCEEDED).contains("1,016 B"));
  }

  @Test
  void nearestAnnotationOverridesTheDefaultOfTheClass() {
    Map<String, String> outcomes = serial();

    assertThat(outcomes.get("byDefault")).startsWith(EXCEEDED);
    assertThat(outcomes).containsEntry("nearest", "WITHIN");
  }

  @Test
  void figureAboveTheLimitIsInconclusiveBesideOtherTests() {
    Map<String, String> outcomes = outcomes(List.of(SERIAL), "Concurrent", "parallel");

    assertThat(outcomes.get("keepsAllBesideOthers"))
        .startsWith("ABORTED")
        .contains("@Isolated on its class");
  }

  @Test
  void figureIsInconclusiveIfTheRestOfTheProgramMakesObjectsOld() throws Throwable {
    assertThat(confirmed((calls, byMedian) -> promotion(calls, 1_000L)))
        .isInstanceOfSatisfying(
            Doubtful.class,
            doubtful ->
                assertThat(doubtful.reason()).contains("even while the test is not called"));
  }

  @Test
  void figureOfTheTestAloneIsConfirmed() throws Throwable {
    assertThat(confirmed((calls, byMedian) -> promotion(calls, 1_000L * calls)))
        .isInstanceOfSatisfying(
            Observed.class,
            observed -> assertThat(observed.value()).isEqualTo(new DataSize(1_000)));
  }

  /** Returns the measurement with a first series, and others of some bytes a call by median. */
  private static Measurement measured(Promotion first, long bytesPerCall) throws Throwable {
    return confirmed(
        (calls, byMedian) ->
            calls == 10 && !byMedian
                ? first
                : promotion(calls, bytesPerCall * calls, bytesPerCall * calls));
  }

  private static void assertMeasured(long expected, Promotion first, long bytesPerCall)
      throws Throwable {
    assertThat(((Observed) measured(first, bytesPerCall)).value())
        .isEqualTo(new DataSize(expected));
  }

  @Test
  void raisedAgeDoesNotHideWhatBecomesOld() throws Throwable {
    assertMeasured(1_000, early(10, 10_000, 0L, 0L), 1_000);
    assertMeasured(0, early(10, 10_000, 0L, 0L), 0);
    // raised in a judged round
    assertMeasured(1_000, promotion(10, 30_000L, 0L, 0L), 1_000);
    // measured once
    assertMeasured(0, promotion(10, 0L, 0L), 1_000);
  }

  @Test
  void singleRoundThatMakesNothingOldDoesNotDecide() {
    assertThat(promotion(10, 8_000L, 0L, 16_000L, 8_000L).bytesPerCall()).isEqualTo(400);
    assertThat(promotion(10, 0L, 8_000L).bytesPerCall()).isEqualTo(400);
  }

  @Test
  void medianOfManyRoundsIsAsMuchAsMostOfThemMakeOld() {
    assertThat(byMedian(10, 24_000L, 8_000L, 8_000L, 0L, 0L).bytesPerCall()).isEqualTo(800);
    assertThat(byMedian(10, 24_000L, 8_000L, 0L, 0L, 0L).bytesPerCall()).isZero();
  }

  @Test
  void twoRoundsInARowThatMakeNothingOldDecide() {
    assertThat(promotion(10, 8_000L, 0L, 0L).bytesPerCall()).isZero();
    assertThat(promotion(10, 0L).bytesPerCall()).isZero();
  }

  private static Measurement confirmed(PromotionMeter.PromotionSeries series) throws Throwable {
    return new PromotionMeter(10, false, 3)
        .measure(series, Budget.atMost(PromotedBytes.FIGURE, DataSize.parse("0 B")), true, false);
  }

  @Test
  void figureOfFewerCollectionsIsInconclusiveWithMoreOfThem() throws Throwable {
    assertThat(confirmed((calls, byMedian) -> promotion(calls, calls == 10 ? 10_000L : 0L)))
        .isInstanceOfSatisfying(
            Doubtful.class,
            doubtful ->
                assertThat(doubtful.reason()).contains("depends on how often young collections"));
  }

  @Test
  void objectsThatTheJvmMadeOldInTheFirstSeriesDoNotCount() throws Throwable {
    Iterator<Promotion> ofTenCalls =
        List.of(promotion(10, 30L, 30L), promotion(10, 0L, 0L)).iterator();

    assertThat(
            confirmed(
                (calls, byMedian) -> calls == 10 ? ofTenCalls.next() : promotion(calls, 0L, 0L)))
        .isInstanceOfSatisfying(
            Observed.class, observed -> assertThat(observed.value()).isEqualTo(new DataSize(0)));
    assertThat(ofTenCalls).isExhausted();
  }

  @Test
  void figureIsConfirmedIfObjectsBecameOldBeforeTheirAge() throws Throwable {
    assertThat(
            confirmed(
                (calls, byMedian) ->
                    calls == 10 || calls == 0
                        ? promotion(calls, 1_000L * calls)
                        : early(calls, 1_000L * calls, 0L, 0L)))
        .isInstanceOf(Observed.class);
    assertThat(
            confirmed(
                (calls, byMedian) ->
                    calls == 10 || calls == 0
                        ? promotion(calls, 1_000L * calls)
                        : early(calls, 1_000L, 0L, 0L)))
        .isInstanceOf(Doubtful.class);
  }

  private static Promotion byMedian(int calls, Long... bytes) {
    return new Promotion(
        calls, List.of(bytes), true, 0, false, 0, 40, Duration.ZERO, Optional.empty());
  }

  private static Promotion promotion(int calls, Long... bytes) {
    return early(calls, 0, bytes);
  }

  private static Promotion early(int calls, long mostEarly, Long... bytes) {
    return new Promotion(
        calls, List.of(bytes), false, 0, false, mostEarly, 16, Duration.ZERO, Optional.empty());
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

  /** The whole matrix has 1,200 verdicts. */
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
    assertThat(tests.failure("withoutRounds")).hasMessageContaining("for example rounds = 8");
  }
}
