package shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests of the reports that the earlier executions of this build have written. */
class ReportIT {

  private static final Path REPORTS = Path.of("target", "tare");

  private static final Path WEIGHTS = Path.of("target", "weights");

  private static final Pattern VERDICT =
      Pattern.compile("\"method\":\"(\\w+)\",.*?\"outcome\":\"(\\w+)\"");

  /** Returns method and outcome of each verdict in the page of an execution. */
  private static List<String> verdicts(String execution) throws IOException {
    return VERDICT
        .matcher(Files.readString(REPORTS.resolve(execution).resolve("report.html")))
        .results()
        .map(verdict -> verdict.group(1) + " " + verdict.group(2))
        .sorted()
        .toList();
  }

  @Test
  void testsThatRanAgainHaveTheirLastOutcome() throws IOException {
    assertThat(verdicts("rerun"))
        .containsExactly(
            "fills1 within",
            "fills1 within",
            "fills2 within",
            "fills2 within",
            "fills3 within",
            "fills3 within",
            "loadsAlways exceeded",
            "loadsOnce within",
            "refreshesOnce within",
            "throwsOnce within");
  }

  @Test
  void pageHasTheVerdictsOfTwoForks() throws IOException {
    assertThat(verdicts("forks"))
        .containsExactly(
            "addsFirstArticle within",
            "addsFirstArticle within",
            "fills1 within",
            "fills1 within",
            "fills1 within",
            "fills1 within",
            "fills2 within",
            "fills2 within",
            "fills2 within",
            "fills2 within",
            "fills3 within",
            "fills3 within",
            "forgetsAPaidBasket exceeded",
            "keepsLittle exceeded",
            "prints exceeded",
            "printsAnEmptyBasket exceeded",
            "printsInALambda exceeded");
  }

  @Test
  void timesInAParallelRunAreInconclusive() throws IOException {
    assertThat(verdicts("parallel"))
        .containsExactly(
            "forgetsAPaidBasket exceeded",
            "printsAnEmptyBasket exceeded",
            "printsInTime inconclusive");
  }

  @Test
  void onlySelectedTestsHaveVerdicts() throws IOException {
    assertThat(verdicts("selected"))
        .containsExactly("countsWithAnIterator exceeded", "keepsTwoArticles within");
  }

  @Test
  void forksWroteTheLocksAndTheTestThatRanAgainLeftItsWeight() throws IOException {
    assertThat(Files.readString(WEIGHTS.resolve("shop.WeightTests.tare")))
        .contains("fills1(): allocated bytes = 80 B\n", "fills3(): retained size = 80 B\n")
        .endsWith("6 weights\n");
    assertThat(Files.readString(WEIGHTS.resolve("shop.MoreWeightTests.tare")))
        .endsWith("4 weights\n");
  }
}
