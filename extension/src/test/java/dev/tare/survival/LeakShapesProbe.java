package dev.tare.survival;

import dev.tare.ExecutedTests;
import dev.tare.workloads.LeakShape;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
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
    softReferences(ExecutedTests.jupiter(SoftTestCases.class));
    finalizers(ExecutedTests.jupiter(FinalizerTestCases.class));
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

  private static void softReferences(ExecutedTests tests) {
    verdicts += 4;
    if (!Set.copyOf(tests.succeeded()).equals(Set.of("passes", "cleared"))) {
      WRONG.add("soft references: " + tests.succeeded() + tests.failed() + tests.aborted());
    } else if (!has(
        tests.failure("usedByAThread"), "  held by     nothing that a walk can see: .*")) {
      WRONG.add("soft references: " + tests.failure("usedByAThread"));
    } else if (!has(tests.failure("kept"), "unmeasured: .*SoftTestCases.kept.*")) {
      WRONG.add("soft references: " + tests.failure("kept"));
    }
  }

  private static void finalizers(ExecutedTests tests) {
    verdicts += 3;
    if (!tests.succeeded().equals(List.of("finalized"))
        || !Set.copyOf(tests.aborted()).equals(Set.of("queued", "revived"))) {
      WRONG.add("finalizers: " + tests.succeeded() + tests.failed() + tests.aborted());
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

    private final CountDownLatch end = new CountDownLatch(1);
    private @Nullable Object kept;

    @Test
    void passes(@MustBeCollected Released<Object> released) {
      Object held = new Object();
      soft = new SoftReference<>(List.of(held));
      released.letGo(held);
    }

    @Test
    void cleared(@MustBeCollected Released<Object> released) {
      Object held = new Object();
      SoftReference<Object> reference = new SoftReference<>(held);
      soft = reference;
      released.letGo(held);
      reference.clear();
    }

    @Test
    void usedByAThread(@MustBeCollected Released<Object> released) throws InterruptedException {
      Object held = new Object();
      soft = new SoftReference<>(held);
      released.letGo(held);
      CountDownLatch started = new CountDownLatch(1);
      AtomicReference<@Nullable Object> passed = new AtomicReference<>(held);
      Thread user = new Thread(() -> use(passed, started, end), "user");
      user.setDaemon(true);
      user.start();
      started.await();
    }

    private static void use(
        AtomicReference<@Nullable Object> passed, CountDownLatch started, CountDownLatch end) {
      Object local = passed.getAndSet(null);
      started.countDown();
      try {
        end.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        Reference.reachabilityFence(local);
      }
    }

    @AfterEach
    void end() {
      end.countDown();
    }

    @Test
    void kept(@MustBeCollected Released<Object> released) {
      kept = new Object();
      released.letGo(kept);
    }
  }

  static class FinalizerTestCases {

    private static final List<Object> REVIVED = new ArrayList<>();

    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void end() {
      end.countDown();
    }

    /** Gives the finalizer as much time as it needs. */
    @Test
    void finalized(@MustBeCollected(within = "600 s") Released<Object> released) {
      released.letGo(new Finalized(() -> {}));
    }

    @Test
    void revived(@MustBeCollected Released<Object> released) throws InterruptedException {
      letGoOfRevived(released, started);
      awaitFinalizer();
    }

    /** Creates the object in a frame of its own, so that no local variable holds it. */
    private static void letGoOfRevived(Released<Object> released, CountDownLatch done) {
      released.letGo(new Revived(done));
    }

    @Test
    void queued(@MustBeCollected Released<Object> released) throws InterruptedException {
      new Finalized(this::block);
      awaitFinalizer();
      released.letGo(new Finalized(() -> {}));
    }

    private void awaitFinalizer() throws InterruptedException {
      while (!started.await(10, TimeUnit.MILLISECONDS)) {
        System.gc();
      }
    }

    /** Keeps the JVM's only finalizer thread busy. */
    private void block() {
      started.countDown();
      try {
        end.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @SuppressWarnings({"deprecation", "removal", "Finalize"}) // what is tested
    private static final class Finalized {
      private final Runnable finalizer;

      Finalized(Runnable finalizer) {
        this.finalizer = finalizer;
      }

      @Override
      protected void finalize() {
        finalizer.run();
      }
    }

    @SuppressWarnings({"deprecation", "removal", "Finalize"}) // what is tested
    private static final class Revived {
      private final CountDownLatch done;

      Revived(CountDownLatch done) {
        this.done = done;
      }

      @Override
      protected void finalize() {
        REVIVED.add(this);
        done.countDown();
      }
    }
  }
}
