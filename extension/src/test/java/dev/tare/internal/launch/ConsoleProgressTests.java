package dev.tare.internal.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ConsoleProgressTests {

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private long nanos;

  private ConsoleProgress progress() {
    return new ConsoleProgress(
        "CacheTests.lookup", new PrintStream(printed, true, StandardCharsets.UTF_8), () -> nanos);
  }

  private void everySecond(ConsoleProgress progress, int seconds) {
    for (int second = 1; second <= seconds; second++) {
      nanos += 1_000_000_000L;
      progress.report("sampling", 1_000L * second, 250, (seconds - second) * 1e9);
    }
  }

  private String text() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  @Test
  void logGetsALineEveryTenSeconds() {
    everySecond(progress(), 25);

    assertThat(text().lines())
        .containsExactly(
            "Tare: CacheTests.lookup: sampling, 10,000 samples, about 250 ns, at most 15.00 s left",
            "Tare: CacheTests.lookup: sampling, 20,000 samples, about 250 ns, at most 5.00 s left");
  }

  @Test
  void shortBenchmarkWritesNothingToALog() {
    everySecond(progress(), 9);

    assertThat(text()).isEmpty();
  }

  @Test
  void unknownFiguresAreOmitted() {
    ConsoleProgress progress = progress();
    nanos = 11_000_000_000L;

    progress.report("fresh JVM 2 of 3", 0, Double.NaN, 2e9);

    assertThat(text().strip())
        .isEqualTo("Tare: CacheTests.lookup: fresh JVM 2 of 3, at most 2.00 s left");
  }

  @Test
  void timeThatIsOverIsOmitted() {
    ConsoleProgress progress = progress();
    nanos = 11_000_000_000L;

    progress.report("fresh JVM 2 of 3", 0, Double.NaN, -1e9);

    assertThat(text().strip()).isEqualTo("Tare: CacheTests.lookup: fresh JVM 2 of 3");
  }
}
