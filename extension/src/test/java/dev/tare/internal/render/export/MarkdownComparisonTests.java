package dev.tare.internal.render.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.render.FixedReports;
import dev.tare.internal.render.GoldenFile;
import dev.tare.internal.render.JvmDescription;
import dev.tare.internal.render.VerdictJson;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Report;
import dev.tare.model.Sampling;
import dev.tare.unit.DataSize;
import dev.tare.unit.DefaultLocale;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Power;
import dev.tare.unit.Quantity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Isolated("changes the default locale of the JVM")
class MarkdownComparisonTests {

  private static final Figure BYTES = new Figure("allocated-bytes", "allocated bytes", true);
  private static final Figure TIME = new Figure("time-per-call", "time per call", false);
  private static final Figure GROWTH = new Figure("growth-of-time", "growth of time", false);

  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource("dev.tare.unit.DefaultLocale#all")
  void comparisonEqualsItsGoldenFile(Locale locale) throws IOException {
    write(
        "before",
        1,
        bytes("putsOneEntry", 64),
        bytes("copiesAll", 96),
        bytes("looksUp", 8),
        bytes("clears", 1));
    write(
        "before",
        2,
        time("findsInList", 90, 110),
        time("findsInMap", 90, 110),
        growth("sorts", 1.0));
    write(
        "after",
        3,
        bytes("putsOneEntry", 96),
        bytes("copiesAll", 64),
        bytes("looksUp", 8),
        bytes("removesOneEntry", 1));
    write(
        "after",
        4,
        time("findsInList", 100, 120),
        time("findsInMap", 130, 150),
        growth("sorts", 2.0),
        report("warms", new DataSize(1), new Missing(BYTES, "no agent", "add it")));

    GoldenFile.assertHolds("comparison.txt", DefaultLocale.under(locale, this::compare));
  }

  /** The files were written by Example43UpgradeTests with two versions of Guava. */
  @Test
  void comparisonOfAnUpgradeEqualsItsGoldenFile() throws IOException {
    Path runs = GoldenFile.module().resolve("src/test/resources/dev/tare/internal/render/upgrade");

    GoldenFile.assertHolds(
        "comparison-upgrade.txt",
        MarkdownComparison.render(
            MergedVerdicts.read(List.of(runs.resolve("before"))),
            MergedVerdicts.read(List.of(runs.resolve("after")))));
  }

  @Test
  void numbersOfLambdasAreNoChange() throws IOException {
    write("before", 1, lambda("$$Lambda$991/0x00007f0001", 16));
    write("after", 2, lambda("$$Lambda$1002/0x00007f0002", 24));

    assertThat(compare()).contains("\n  +8 B  com.acme.CacheTests$$Lambda at index.loader\n</pre>");
  }

  @Test
  void equalRunsHaveNoTable() throws IOException {
    write("before", 1, bytes("looksUp", 8));
    write("after", 2, bytes("looksUp", 8));

    assertThat(compare()).isEqualTo("### Tare: 1 unchanged\n");
  }

  @Test
  void aLaterRunCountsAndTheEarlierOneIsNamed() throws IOException {
    write("before", 2, bytes("looksUp", 8));
    write("before", 1, bytes("looksUp", 16));
    write("after", 2, bytes("looksUp", 8), bytes("looksUp", 24));

    assertThat(compare())
        .startsWith("### Tare: 1 new, 1 unchanged\n")
        .contains("\nBefore&#58; 1 verdict of earlier runs left out");
  }

  @Test
  void anotherJvmIsNamed() throws IOException {
    write("before", 1, bytes("looksUp", 8));
    writeAs(jvm(2, "25.0.3"), "after", bytes("looksUp", 8));

    assertThat(compare())
        .contains(
            "\nNot the same JVM&#58; Java 17.0.15, OpenJDK 64-Bit Server VM, Linux amd64 before,"
                + " Java 25.0.3, OpenJDK 64-Bit Server VM, Linux amd64 after\n");
  }

  @Test
  void hostileNamesAreEscaped() throws IOException {
    write("before", 1, bytes("a|b</pre>\n# c", 8));
    write("after", 2, bytes("a|b</pre>\n# c", 9));

    assertThat(compare())
        .contains("| <code>CacheTests.a&#124;b&#60;/pre&#62; &#35; c()</code> |")
        .containsOnlyOnce("</pre>\n")
        .containsOnlyOnce("</pre>");
  }

  private String compare() {
    try {
      return MarkdownComparison.render(
          MergedVerdicts.read(List.of(folder.resolve("before"))),
          MergedVerdicts.read(List.of(folder.resolve("after"))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(String run, int pid, Report... reports) throws IOException {
    writeAs(jvm(pid, "17.0.15"), run, reports);
  }

  private void writeAs(JvmDescription jvm, String run, Report... reports) throws IOException {
    Path file = folder.resolve(run).resolve("module/verdicts-%s-1.json".formatted(jvm.pid()));
    Files.createDirectories(file.getParent());
    String opening = VerdictJson.opening(jvm);
    String document = FixedReports.document(List.of(reports));
    Files.writeString(file, opening + document.substring(document.indexOf('\n')));
  }

  private static JvmDescription jvm(int pid, String version) {
    JvmDescription jvm = FixedReports.JVM;
    return new JvmDescription(
        pid,
        Instant.EPOCH.plusSeconds(pid),
        jvm.build(),
        version,
        jvm.name(),
        jvm.vendor(),
        jvm.operatingSystem(),
        jvm.architecture(),
        jvm.processors(),
        jvm.maxHeap(),
        jvm.collectors());
  }

  private static Report bytes(String method, long bytes) {
    DataSize size = new DataSize(bytes);
    Breakdown breakdown =
        new Breakdown(
            size,
            List.of(
                new Row(
                    new DataSize(bytes - 1),
                    bytes,
                    "byte[]",
                    "Cache.get(Cache.java:" + bytes + ")"),
                new Row(new DataSize(1), 1, "java.util.HashMap$Node", "index.table[*]")),
            List.of());
    return report(
        method,
        new DataSize(64),
        Observed.exact(BYTES, size, Sampling.single(size), List.of()).withBreakdown(breakdown));
  }

  private static Report lambda(String type, long bytes) {
    DataSize size = new DataSize(bytes);
    Row row = new Row(size, 1, "com.acme.CacheTests" + type, "index.loader");
    return report(
        "loads",
        new DataSize(64),
        Observed.exact(BYTES, size, Sampling.single(size), List.of())
            .withBreakdown(new Breakdown(size, List.of(row), List.of())));
  }

  private static Report time(String method, double lower, double upper) {
    Elapsed value = new Elapsed((lower + upper) / 2);
    return report(
        method,
        new Elapsed(200),
        new Observed(
            TIME,
            value,
            new Elapsed(lower),
            new Elapsed(upper),
            Sampling.single(value),
            List.of(),
            List.of(),
            null));
  }

  private static Report growth(String method, double exponent) {
    Power power = new Power(exponent);
    return report(
        method, Power.CUBIC, Observed.exact(GROWTH, power, Sampling.single(power), List.of()));
  }

  private static Report report(String method, Quantity limit, Measurement measurement) {
    return new Report(
        new Report.TestId("com.acme.CacheTests", method, ""),
        List.of(Budget.atMost(measurement.figure(), limit).judge(measurement)));
  }
}
