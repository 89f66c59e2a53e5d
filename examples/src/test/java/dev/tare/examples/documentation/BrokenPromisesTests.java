package dev.tare.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.engine.TestExecutionResult.Status;

/** Checks that the wrong ways fail and print what the documentation shows. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrokenPromisesTests {

  private static final String GOLDEN = "examples/src/test/resources/dev/tare/examples/failing/";

  private final Repository repository = Repository.here();
  private final TreeSet<String> printed = new TreeSet<>();

  @ParameterizedTest
  @MethodSource("twins")
  void failingTwinPrintsItsGoldenFile(Twin twin) {
    assertThat(twin.run())
        .isNotEmpty()
        .allSatisfy(
            (name, ending) -> {
              assertThat(ending.status()).as(name).isNotEqualTo(Status.SUCCESSFUL);
              String golden = GOLDEN + name + ".txt";
              printed.add(golden);
              new Printed(ending.message()).assertHeldBy(repository, golden);
            });
  }

  @AfterAll
  void everyGoldenFileIsPrinted() {
    assertThat(repository.below(GOLDEN)).containsExactlyElementsOf(printed);
  }

  static List<Twin> twins() {
    return Twin.in("dev.tare.examples");
  }
}
