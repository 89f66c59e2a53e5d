package dev.tare.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.engine.TestExecutionResult.Status;

/** Checks that published libraries still break the promises of {@code docs/found.md}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FoundTests {

  private static final String GOLDEN = "examples/src/found/resources/";

  private final Repository repository = Repository.here();
  private final TreeSet<String> printed = new TreeSet<>();

  @ParameterizedTest
  @MethodSource("cases")
  void casePrintsItsGoldenFile(Twin cases) {
    assertThat(cases.run())
        .isNotEmpty()
        .allSatisfy(
            (name, ending) -> {
              String golden = GOLDEN + name + ".txt";
              printed.add(golden);
              if (!isUndecided(ending)) {
                assertThat(ending.status()).as(name).isEqualTo(Status.FAILED);
                new Printed(ending.message()).assertHeldBy(repository, golden);
              }
            });
  }

  @AfterAll
  void everyGoldenFileIsPrinted() {
    assertThat(repository.below(GOLDEN)).containsExactlyElementsOf(printed);
  }

  /** Returns whether a busy machine prevented a verdict on a time. */
  private static boolean isUndecided(Twin.Ending ending) {
    return ending.status() == Status.ABORTED && ending.message().startsWith("inconclusive: time ");
  }

  static List<Twin> cases() {
    return Twin.in("dev.tare.found");
  }
}
