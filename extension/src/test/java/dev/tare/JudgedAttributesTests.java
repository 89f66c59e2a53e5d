package dev.tare;

import static dev.tare.CpuWork.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.MaxAllocations;
import dev.tare.benchmark.Benchmarked;
import dev.tare.growth.Cost;
import dev.tare.growth.Growth;
import dev.tare.growth.GrowthOrder;
import dev.tare.model.Report;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Outcome;
import dev.tare.testing.NeedsC2;
import dev.tare.testing.SameOnEveryJdk;
import java.lang.annotation.Annotation;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** {@code judge} of the plain API: annotations and attributes that no compiler has checked. */
@Isolated("measures times")
@NeedsC2
@SameOnEveryJdk
class JudgedAttributesTests {

  @Test
  void allLimitsAreJudged() {
    Report report =
        Tare.calling(n -> new int[n])
            .judge(
                "grows",
                Growth.class,
                Map.of(
                    "sizes",
                    new int[] {10, 100, 1_000},
                    "atMost",
                    GrowthOrder.CONSTANT,
                    "of",
                    new Cost[] {Cost.ALLOCATED, Cost.RETAINED}))
            .orElseThrow();

    assertThat(report.verdicts())
        .extracting(Verdict::outcome)
        .containsExactly(Outcome.EXCEEDED, Outcome.EXCEEDED);
  }

  @Test
  void limitOfTheFirstCallIsJudgedBesideTheTime() {
    // a call whose processor time alone exceeds the limit, however busy the machine is
    Report report =
        Tare.calling(() -> work(100_000))
            .withWarmupTime("10 ms")
            .withMeasurementTime("20 ms")
            .judge("takes", Benchmarked.class, Map.of("max", "1 s", "maxFirst", "1 ns", "forks", 0))
            .orElseThrow();

    assertThat(report.verdicts()).hasSize(2);
    assertThat(report.outcome()).isEqualTo(Outcome.EXCEEDED);
  }

  @Test
  void unknownAttributeIsRefused() {
    assertRefused(
        MaxAllocatedBytes.class,
        Map.of("vaule", "0 B"),
        "op(): @MaxAllocatedBytes has no attribute vaule, but ");
  }

  @Test
  void mistypedAttributeIsRefused() {
    assertRefused(
        MaxAllocations.class,
        Map.of("value", 3),
        "op(): the attribute value of @MaxAllocations has the type long, not Integer");
    assertRefused(
        MaxAllocatedBytes.class,
        Map.of("value", "0 B", "scope", "ALL_THREADS"),
        "op(): the attribute scope of @MaxAllocatedBytes has the type Scope, not String");
  }

  @Test
  @SuppressWarnings("NullAway") // what is refused
  void nullIsRefused() {
    Map<String, Object> attributes = new HashMap<>();
    attributes.put("value", null);

    assertRefused(
        MaxAllocatedBytes.class,
        attributes,
        "op(): the attribute value of @MaxAllocatedBytes has the type String, not null");
    assertRefused(null, Map.of(), "op(): null does not carry @MeasuredBy");
  }

  @Test
  void missingAttributeIsRefused() {
    assertRefused(
        dev.tare.invocations.MaxInvocations.class,
        Map.of("value", 1L, "method", "get"),
        "op(): @MaxInvocations needs the attribute type of type Class");
  }

  @Test
  void otherAnnotationIsRefused() {
    assertRefused(Deprecated.class, Map.of(), "op(): @Deprecated does not carry @MeasuredBy");
  }

  @Test
  void annotationWithoutALimitIsRefused() {
    assertRefused(
        Benchmarked.class, Map.of("forks", 0), "op(): nothing would be judged: no attribute of ");
  }

  @Test
  void annotationOfCallsIsRefusedOnAValue() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Tare.graphOf("").judge("op()", MaxAllocatedBytes.class, Map.of("value", "0 B")))
        .withMessageStartingWith("op(): @MaxAllocatedBytes limits calls, and this is a value");
  }

  private static void assertRefused(
      Class<? extends Annotation> annotation, Map<String, Object> attributes, String start) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tare.calling(() -> "").judge("op()", annotation, attributes))
        .withMessageStartingWith(start);
  }
}
