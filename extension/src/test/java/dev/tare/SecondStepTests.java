package dev.tare;

import static dev.tare.assertj.SoftTareAssertions.assertTareSoftly;
import static dev.tare.assertj.TareAssertions.assertThatCalling;
import static dev.tare.assertj.TareAssertions.assertThatGraphOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.tare.assertj.CalledBodyAssert;
import dev.tare.assertj.SoftTareAssertions;
import dev.tare.growth.GrowthOrder;
import dev.tare.testing.SameOnEveryJdk;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.junit.jupiter.InjectSoftAssertions;
import org.assertj.core.api.junit.jupiter.SoftAssertionsExtension;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.platform.launcher.core.LauncherFactory;

/** Assertions that lack their second step, and would pass without verifying anything. */
@Isolated("captures the standard output")
@SameOnEveryJdk
class SecondStepTests {

  private static final List<Integer> NUMBERS = new ArrayList<>(List.of(1, 2, 3));

  @CanIgnoreReturnValue
  private static Object ignored(Object step) {
    return step;
  }

  @Test
  void nextAssertionRefusesAnUnfinishedOne() {
    CalledBodyAssert calling = assertThatCalling(() -> NUMBERS.size());
    ignored(calling.takesAtMost(1.5));

    assertThatIllegalStateException()
        .isThrownBy(() -> assertThatGraphOf(NUMBERS).retainsAtMost("1 MiB"))
        .withMessageStartingWith("takesAtMost(1.5) (SecondStepTests.java:")
        .withMessageEndingWith(") verified nothing: add .timesAsLongAs(…)")
        .satisfies(
            refused ->
                assertThat(refused.getStackTrace()[0].getMethodName())
                    .isEqualTo("nextAssertionRefusesAnUnfinishedOne"));
    // it is refused once
    assertThatGraphOf(NUMBERS).retainsAtMost("1 MiB");
  }

  @Test
  void eachKindOfFirstStepIsRefused() {
    ignored(assertThatCalling(() -> NUMBERS.size()).calls(List.class, "size"));
    assertThatIllegalStateException()
        .isThrownBy(() -> assertThatGraphOf(NUMBERS).addsAtMost("1 B"))
        .withMessageStartingWith("calls(List.class, \"size\") (")
        .withMessageEndingWith("add .atMost(…)");
    ignored(assertThatGraphOf(NUMBERS).addsAtMost("1 B"));
    assertThatIllegalStateException()
        .isThrownBy(() -> assertThatCalling(n -> "").growsAtMost(GrowthOrder.LINEAR))
        .withMessageEndingWith("add .to(…)");
    ignored(assertThatCalling(n -> "").growsAtMost(GrowthOrder.LINEAR));
    assertThatIllegalStateException()
        .isThrownBy(() -> assertThatGraphOf(NUMBERS).histogram())
        .withMessageStartingWith("growsAtMost(LINEAR, TIME) (")
        .withMessageEndingWith("add .over(…)");
  }

  @Test
  void refusedArgumentOfTheSecondStepIsNoUnfinishedAssertion() {
    assertThatThrownBy(
            () -> assertThatCalling(() -> NUMBERS.size()).calls(List.class, "size").atMost(-1))
        .isInstanceOf(IllegalArgumentException.class);

    assertThatGraphOf(NUMBERS).retainsAtMost("1 MiB");
  }

  @Test
  void anotherThreadIsNotRefused() {
    ignored(assertThatCalling(() -> NUMBERS.size()).takesAtMost(1.5));

    CompletableFuture.runAsync(() -> assertThatGraphOf(NUMBERS).retainsAtMost("1 MiB")).join();

    assertThatIllegalStateException()
        .isThrownBy(() -> assertThatGraphOf(NUMBERS).retainsAtMost("1 MiB"));
  }

  @Test
  void softAssertionsReportItAtTheEnd() {
    assertThatThrownBy(
            () ->
                assertTareSoftly(
                    softly -> {
                      ignored(softly.assertThatCalling(() -> NUMBERS.size()).takesAtMost(1.5));
                      softly.assertThatGraphOf(NUMBERS).retainsAtMost("1 MiB");
                      softly
                          .assertThatCalling(() -> NUMBERS.contains(3))
                          .calls(ArrayList.class, "indexOf")
                          .atMost(0);
                    }))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("2 failures")
        .hasMessageContaining("Invocations of ArrayList.indexOf()")
        .hasMessageContaining("takesAtMost(1.5) (SecondStepTests.java:")
        .hasMessageContaining("verified nothing: add .timesAsLongAs(…)");
    // not reported twice
    assertThatGraphOf(NUMBERS).retainsAtMost("1 MiB");
  }

  @Test
  void closingTableNamesTestAndCall() {
    String printed = printed(TestCases.class);

    assertThat(printed.lines().filter(line -> line.contains("verified nothing")))
        .satisfiesExactlyInAnyOrder(
            plain ->
                assertThat(plain)
                    .startsWith(
                        "Tare: takesAtMost(1.5) in SecondStepTests.TestCases.forgets()"
                            + " (SecondStepTests.java:")
                    .endsWith(") verified nothing: add .timesAsLongAs(…)"),
            dynamic ->
                assertThat(dynamic)
                    .startsWith(
                        "Tare: takesAtMost(2.5) in SecondStepTests.TestCases.factory() [1] first ("));
  }

  @Test
  void extensionOfAssertjReportsItToo() {
    ExecutedTests tests = ExecutedTests.jupiter(ExtendedTestCases.class);

    assertThat(tests.failure("softly"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("takesAtMost(1.5) (SecondStepTests.java:");
    assertThat(tests.succeeded()).containsExactly("complete");
  }

  private static String printed(Class<?> testClass) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream console = System.out;
    try (PrintStream captured = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      System.setOut(captured);
      LauncherFactory.create()
          .execute(
              request()
                  .configurationParameter("tare.report.directory", "none")
                  .selectors(selectClass(testClass))
                  .build());
    } finally {
      System.setOut(console);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  static class TestCases {

    @Test
    void forgets() {
      ignored(assertThatCalling(() -> NUMBERS.size()).takesAtMost(1.5));
    }

    @Test
    void throwsBetweenBothSteps() {
      ignored(assertThatCalling(() -> NUMBERS.size()).takesAtMost(3.5));
      throw new IllegalStateException("no second step is reached");
    }

    @TestFactory
    List<DynamicTest> factory() {
      return List.of(
          DynamicTest.dynamicTest(
              "first", () -> ignored(assertThatCalling(() -> NUMBERS.size()).takesAtMost(2.5))));
    }
  }

  @ExtendWith(SoftAssertionsExtension.class)
  static class ExtendedTestCases {

    @InjectSoftAssertions private SoftTareAssertions soft = new SoftTareAssertions();

    @Test
    void softly() {
      ignored(soft.assertThatCalling(() -> NUMBERS.size()).takesAtMost(1.5));
      soft.assertThatGraphOf(NUMBERS).retainsAtMost("1 MiB");
    }

    @Test
    void complete() {
      soft.assertThatGraphOf(NUMBERS).retainsAtMost("1 MiB");
    }
  }
}
