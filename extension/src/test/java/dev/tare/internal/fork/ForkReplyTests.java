package dev.tare.internal.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.internal.fork.ForkedJvm.ForkFailedException;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.PointSeries;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Quantity;
import dev.tare.unit.Ratio;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForkReplyTests {

  private static final Figure FIGURE = new Figure("some-figure", "some figures", true);

  @TempDir private Path folder;

  private static Observed observed(Quantity lower, Quantity value, Quantity upper) {
    return new Observed(
        FIGURE,
        value,
        lower,
        upper,
        new Sampling("trimmed mean", 32, 12_345_678_901L, lower, upper, value)
            .withSeries(
                List.of(
                    new PointSeries(
                        "get()", "ns", List.of(1.0), List.of(2.5), Map.of("outlier", List.of(0))))),
        List.of("one", "ö"),
        List.of(
            Remark.of("three"),
            Remark.of("kind", "{n|cat|cats}: {size} {what}", 3, new DataSize(8), "of {n}")),
        null);
  }

  @Test
  void measurementsAreReadBack() throws Exception {
    List<Measurement> left =
        List.of(
            observed(new Elapsed(1.25), new Elapsed(1.5), new Elapsed(2)),
            observed(new Ratio(0.5), new Ratio(1), new Ratio(2)),
            Observed.exact(
                FIGURE, new DataSize(1016), Sampling.single(new DataSize(1016)), List.of()),
            Observed.unknown(FIGURE, new Count(0), "noise"),
            observed(new Count(1), new Count(2), new Count(3)).withDoubt("noise"),
            new Missing(FIGURE, "why", "what to do"));
    Path file = folder.resolve("reply");

    ForkReply.write(file, left);

    assertThat(ForkReply.read(file)).isEqualTo(left);
  }

  @Test
  void failureReasonIsReadBack() throws Exception {
    Path file = folder.resolve("reply");

    ForkReply.writeFailure(file, "x".repeat(100_000));

    assertThatThrownBy(() -> ForkReply.read(file))
        .isInstanceOf(ForkFailedException.class)
        .hasMessageStartingWith("xxx");
  }
}
