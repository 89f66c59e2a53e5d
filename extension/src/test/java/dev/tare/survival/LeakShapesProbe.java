package dev.tare.survival;

import dev.tare.ExecutedTests;
import dev.tare.workloads.LeakShape;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Judges leak shapes and their clean twins in this JVM. Prints the collector and each wrong
 * verdict.
 *
 * <p>Arguments: how often the clean twins are judged, and the names of the shapes.
 */
@SuppressWarnings("unused") // what holds the objects is read by the walk alone
public final class LeakShapesProbe {

  /** Prefix of the lines with the names of the collector's beans. */
  static final String COLLECTOR = "collector: ";

  private static final List<String> WRONG = new ArrayList<>();
  private static @Nullable Object soft;
  private static List<LeakShape> shapes = List.of();
  private static int verdicts;

  private LeakShapesProbe() {}

  public static void main(String[] arguments) {
    shapes = Stream.of(arguments).skip(1).map(LeakShape::valueOf).toList();
    ExecutedTests leaks = ExecutedTests.jupiter(LeakTestCases.class);
    for (LeakShape shape : shapes) {
      verdicts++;
      judge(shape, leaks);
    }
    for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
      requireAllCollected(ExecutedTests.jupiter(CleanTestCases.class));
    }
    softReference(ExecutedTests.jupiter(SoftTestCases.class));
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      System.out.println(COLLECTOR + collector.getName());
    }
    WRONG.forEach(System.out::println);
    System.out.println(verdicts + " verdicts, " + WRONG.size() + " wrong");
  }

  static List<LeakShape> shapes() {
    return shapes;
  }

  private static void judge(LeakShape shape, ExecutedTests leaks) {
    Optional<String> test =
        leaks.failed().stream().filter(name -> name.endsWith(" shape=" + shape)).findFirst();
    if (test.isEmpty()) {
      WRONG.add(shape + " did not fail");
      return;
    }
    Throwable failure = leaks.failure(test.get());
    Optional<String> reference = shape.reference();
    boolean isRight =
        has(failure, "Not collected: 1 of 1 dev.tare.workloads.LeakShape.Session .*")
            && has(failure, "  held by     " + shape.root())
            && (reference.isEmpty() || has(failure, "  would go    without " + reference.get()));
    if (!isRight) {
      WRONG.add(shape + ": " + failure);
    }
  }

  private static boolean has(Throwable failure, String line) {
    return Pattern.compile("^" + line + "$", Pattern.MULTILINE)
        .matcher(String.valueOf(failure.getMessage()))
        .find();
  }

  private static void requireAllCollected(ExecutedTests twins) {
    int passed = twins.succeeded().size();
    verdicts += shapes.size();
    if (passed != shapes.size()) {
      WRONG.add("twins that failed: " + twins.failed() + twins.aborted());
    }
  }

  private static void softReference(ExecutedTests tests) {
    verdicts++;
    if (!tests.succeeded().equals(List.of("passes"))) {
      WRONG.add("soft references: " + tests.failed() + tests.aborted());
    }
  }

  static class LeakTestCases {

    private @Nullable LeakShape planted;

    @AfterEach
    void clear() {
      if (planted != null) {
        planted.clear();
      }
    }

    @ParameterizedTest
    @MethodSource("dev.tare.survival.LeakShapesProbe#shapes")
    void leak(LeakShape shape, @MustBeCollected Released<Object> released) {
      clear(); // a failure calls the test once more, and a second shutdown hook would never end
      planted = shape;
      released.letGo(shape.plant());
    }
  }

  static class CleanTestCases {

    @ParameterizedTest
    @MethodSource("dev.tare.survival.LeakShapesProbe#shapes")
    void twin(LeakShape shape, @MustBeCollected Released<Object> released) {
      released.letGo(shape.plant());
      shape.clear();
    }
  }

  static class SoftTestCases {

    @Test
    void passes(@MustBeCollected Released<Object> released) {
      Object held = new Object();
      soft = new SoftReference<>(List.of(held));
      released.letGo(held);
    }
  }
}
