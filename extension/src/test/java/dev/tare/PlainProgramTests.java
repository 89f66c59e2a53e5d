package dev.tare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.heap.ObjectGraph;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.testing.WeavesOrWalks;
import java.io.File;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Programs that measure without JUnit and without annotations on their class path. */
@WeavesOrWalks
class PlainProgramTests {

  private static final Pattern ABSENT =
      Pattern.compile("junit|opentest4j|apiguardian|jspecify|assertj|archunit|mockito|byte-buddy");

  private static final List<String> OPTIONS = List.of("-XX:+EnableDynamicAgentLoading", "-Xmx256m");

  private static final ChildJvm PROGRAM =
      ChildJvm.run(OPTIONS, classPath(ABSENT), PlainProbe.class);

  @Test
  void programMeasuresWithoutJunit() {
    long array = ObjectGraph.open().shallowSizeOf(new byte[1_000]);
    assertThat(PROGRAM.err()).doesNotContain("Exception");
    assertThat(PROGRAM.out().lines())
        .contains(
            "junit = false",
            "array = " + array,
            "primitive = 0",
            "retained = true",
            "objects = 1",
            "grows = Growth of retained size of PlainProbe.main(): n (n^1.00); interval n^0.84 to n^1.13",
            "time = true",
            "ratio = true",
            "first = true",
            "calls = Invocations of List.isEmpty() of PlainProbe.main(): 1");
    assertThat(PROGRAM.exitCode()).isZero();
  }

  @Test
  void everyFigureIsMeasuredWithoutJunit() {
    assertThat(PROGRAM.out().lines())
        .as(PROGRAM.err())
        .contains(
            "uncollected = 0",
            "surviving = 0 B",
            "survivors = 0",
            "promoted = 0 B",
            "first bytes = true",
            "returned = true",
            "timed = true",
            "profile = true",
            "reachable = true",
            "arrays = 1",
            "off heap = 0 B",
            "added = true",
            "shared = 0 B",
            "wasted = 0 B",
            "rows = 3",
            "judged = EXCEEDED")
        .anyMatch(line -> line.startsWith("Reachable size of PlainProbe.printOtherFigures() "))
        .anyMatch(line -> line.startsWith("  would pass  \""));
  }

  @Test
  void keysAreSystemProperties() {
    assertThat(PROGRAM.out())
        .as(PROGRAM.err())
        .contains(
            "refused = tare.breakdown = none: use on_failure or always or never, for example tare.breakdown = on_failure")
        .contains("measured    minimum of 5 readings, all equal, after 2 warm-up calls");
  }

  @Test
  void programAssertsWithoutJunit() {
    Pattern junit = Pattern.compile("junit|opentest4j|apiguardian");

    ChildJvm program = ChildJvm.run(OPTIONS, classPath(junit), PlainAssertionsProbe.class);

    assertThat(program.out().lines())
        .as(program.err())
        .containsExactly(
            "within",
            "Allocated bytes of PlainAssertionsProbe.main() 1,016 B exceed 10 B",
            "not judged");
  }

  private static String classPath(Pattern absent) {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> !absent.matcher(new File(entry).getName()).find())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
