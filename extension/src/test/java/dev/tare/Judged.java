package dev.tare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tare.model.Measurement.Observed;
import dev.tare.model.Report;
import dev.tare.model.Verdict.Outcome;
import java.lang.annotation.Annotation;
import java.util.Map;
import org.junit.jupiter.api.function.Executable;

/**
 * The verdict on a body, which is judged like a test method with an annotation of the attributes.
 *
 * @param report what a test with the annotation would report
 */
public record Judged(Report report) {

  /** Judges a body by an annotation. */
  public static Judged by(
      Class<? extends Annotation> annotation, Map<String, Object> attributes, MeasuredBody body) {
    return new Judged(
        body.judge("judged()", options -> WrittenAnnotation.metric(annotation, attributes, options))
            .orElseThrow());
  }

  /** Judges a body that takes a size by an annotation. */
  public static Judged by(
      Class<? extends Annotation> annotation, Map<String, Object> attributes, SizedBody body) {
    return new Judged(
        body.judge("judged()", options -> WrittenAnnotation.metric(annotation, attributes, options))
            .orElseThrow());
  }

  /** Returns why a metric refuses the attributes of a judgement. */
  public static String refusal(Executable judgement) {
    Throwable refused = catchThrowable(judgement::execute);
    assertThat(refused).isNotNull();
    assertThat(refused).isExactlyInstanceOf(IllegalArgumentException.class).hasNoCause();
    return String.valueOf(refused.getMessage()).substring("judged(): ".length());
  }

  /** Returns the gravest outcome. */
  public Outcome outcome() {
    return report.outcome();
  }

  /** Returns the message of a test with the annotation. */
  public String message() {
    return Tare.message(report);
  }

  /** Returns the message of a test that failed since a limit was exceeded. */
  public String exceeded() {
    assertThat(outcome()).as(message()).isEqualTo(Outcome.EXCEEDED);
    return message();
  }

  /** Returns the message of a test that was aborted since its verdict is inconclusive. */
  public String inconclusive() {
    assertThat(outcome()).as(message()).isEqualTo(Outcome.INCONCLUSIVE);
    return message();
  }

  /** Returns the measurement of a test that passed. */
  public Observed within() {
    assertThat(outcome()).as(message()).isEqualTo(Outcome.WITHIN);
    return observed();
  }

  /** Returns the amount of a test that passed, which has no interval. */
  public double exactlyWithin() {
    Observed observed = within();
    assertThat(observed.lower()).isEqualTo(observed.value());
    assertThat(observed.upper()).isEqualTo(observed.value());
    return observed.value().amount();
  }

  /** Returns the only measurement. */
  public Observed observed() {
    return report.verdicts().get(0).observed().orElseThrow();
  }
}
