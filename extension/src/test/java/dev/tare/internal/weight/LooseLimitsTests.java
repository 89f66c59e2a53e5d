package dev.tare.internal.weight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Report;
import dev.tare.model.Sampling;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LooseLimitsTests {

  private static final Figure BYTES = new Figure("allocated-bytes", "allocated bytes", true);

  private static Report report(String method, String invocation, Quantity limit, Quantity value) {
    return report(method, invocation, Budget.atMost(BYTES, limit), value);
  }

  private static Report report(String method, String invocation, Budget budget, Quantity value) {
    Observed observed = Observed.exact(BYTES, value, Sampling.single(value), List.of());
    return new Report(
        new Report.TestId("com.acme.CacheTests", method, invocation),
        List.of(budget.judge(observed)));
  }

  private static Report bytes(String method, String limit, long measured) {
    return report(method, "", DataSize.parse(limit), new DataSize(measured));
  }

  private static List<String> listed(Report... reports) {
    return new LooseLimits(List.of(reports)).sentences(true, "tare.tighten");
  }

  @Test
  void limitFarAboveItsFigureIsListed() {
    assertThat(listed(bytes("lookup", "64 KiB", 15_008), bytes("fills", "32 KiB", 15_008)))
        .containsExactly(
            "1 limit is more than four times what was measured:",
            "  CacheTests.lookup() allocated bytes: limit 65,536 B, measured 15,008 B");
  }

  @Test
  void numberOfLooseLimitsIsTheOnlySentenceByDefault() {
    LooseLimits loose =
        new LooseLimits(List.of(bytes("lookup", "64 KiB", 8), bytes("fills", "2 KiB", 0)));

    assertThat(loose.sentences(false, "tare.tighten"))
        .containsExactly(
            "2 limits are more than four times what was measured; -Dtare.tighten lists tighter ones as a patch");
  }

  @Test
  void smallDifferenceIsNotListed() {
    assertThat(listed(bytes("lookup", "1000 B", 0))).isEmpty();
    assertThat(listed(report("calls", "", new Count(9), new Count(0)))).isEmpty();
    assertThat(listed(report("calls", "", new Count(10), new Count(0)))).hasSize(2);
  }

  @Test
  void largestInvocationDecides() {
    DataSize limit = DataSize.parse("64 KiB");
    Report small = report("sized", "[1] 1", limit, new DataSize(16));
    Report large = report("sized", "[2] 100", limit, new DataSize(10_000));
    Report tooLarge = report("sized", "[3] 1000", limit, new DataSize(60_000));

    assertThat(listed(small, large).get(1)).endsWith("measured 10,000 B");
    assertThat(listed(small, tooLarge, large)).isEmpty();
  }

  @Test
  void limitsOfTimesAndOfKeysAreNotListed() {
    Budget ofKey = Budget.atMost(BYTES, DataSize.parse("64 KiB")).from("tare.maxAllocatedBytes");

    assertThat(listed(report("lookup", "", ofKey, new DataSize(8)))).isEmpty();
    assertThat(listed(report("timed", "", Elapsed.parse("1 s"), Elapsed.parse("1 ns")))).isEmpty();
  }

  @Nested
  class Patch {

    @TempDir private Path module = Path.of("");

    private String patch(String source, Report... reports) throws IOException {
      Path file = module.resolve("src/test/java/com/acme/CacheTests.java");
      Files.createDirectories(file.getParent());
      Files.writeString(file, source);
      return new LimitPatch(module, new LooseLimits(List.of(reports))).text();
    }

    private static final String SOURCE =
        """
        class CacheTests {
          private final Cache cache = new Cache();

          @Test
          @MaxAllocatedBytes(value = "64 KiB", runs = 3)
          void lookup() {
            cache.lookup();
          }

          @MaxRetainedSize("64 KiB")
          @MaxAllocatedBytes("64 KiB")
          Cache both() {
            return cache.fills();
          }

          @MaxInvocations(value = 1_000, of = Cache.class) // 1000 is generous
          Cache fills() {
            return cache;
          }
        }
        """;

    @Test
    void linesOfWindowsKeepTheirEnds() throws IOException {
      Report loose = bytes("lookup", "64 KiB", 16);

      assertThat(patch(SOURCE.replace("\n", "\r\n"), loose))
          .contains("\n-  @MaxAllocatedBytes(value = \"64 KiB\", runs = 3)\r\n")
          .contains("\n+  @MaxAllocatedBytes(value = \"16 B\", runs = 3)\r\n")
          .contains("\n   void lookup() {\r\n");
    }

    @Test
    void replacesTheLimitOfTheMethod() throws Exception {
      String patch = patch(SOURCE, bytes("lookup", "64 KiB", 15_008));

      assertThat(patch)
          .isEqualTo(
              """
              --- a/src/test/java/com/acme/CacheTests.java
              +++ b/src/test/java/com/acme/CacheTests.java
              @@ -2,7 +2,7 @@
                 private final Cache cache = new Cache();

                 @Test
              -  @MaxAllocatedBytes(value = "64 KiB", runs = 3)
              +  @MaxAllocatedBytes(value = "15008 B", runs = 3)
                 void lookup() {
                   cache.lookup();
                 }
              """
                  .replace("\n\n", "\n \n"));
    }

    @Test
    void appliesWithGit() throws Exception {
      String patch =
          patch(
              SOURCE,
              bytes("lookup", "64 KiB", 15_008),
              report("fills", "", new Count(1_000), new Count(12)));
      Path file = Files.writeString(module.resolve("tighten.patch"), patch);

      Process git =
          new ProcessBuilder("git", "apply", file.toString())
              .directory(module.toFile())
              .redirectErrorStream(true)
              .start();

      String printed =
          new String(git.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
      assertThat(git.waitFor()).as(printed).isZero();
      assertThat(module.resolve("src/test/java/com/acme/CacheTests.java"))
          .hasContent(
              SOURCE
                  .replace("\"64 KiB\", runs", "\"15008 B\", runs")
                  .replace("value = 1_000", "value = 12"));
    }

    @Test
    void leavesOutWhatIsAmbiguous() throws Exception {
      assertThat(patch(SOURCE, bytes("both", "64 KiB", 8))).isEmpty();
      assertThat(patch(SOURCE, bytes("inherited", "64 KiB", 8))).isEmpty();
      assertThat(
              patch(
                  SOURCE.replace("Cache both()", "void lookup(int size)"),
                  bytes("lookup", "64 KiB", 8)))
          .isEmpty();
    }
  }
}
