package dev.tare.internal.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.body.TestBody;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess;
import dev.tare.internal.agent.ThreadCounter;
import dev.tare.internal.agent.boot.CallRecorder;
import dev.tare.internal.agent.record.CallTreeRecording;
import dev.tare.internal.agent.record.WeavingLock;
import dev.tare.internal.agent.record.WeavingSession;
import dev.tare.internal.agent.weave.NamePatterns;
import dev.tare.internal.agent.weave.RecorderClass;
import dev.tare.internal.call.TestBodies;
import dev.tare.internal.profile.CallProfile.Method;
import dev.tare.internal.profile.CallProfile.OtherCalls;
import dev.tare.internal.profile.CallProfile.Path;
import dev.tare.internal.profile.CallProfile.ProfileOutcome;
import dev.tare.testing.WeavesOrWalks;
import java.lang.instrument.Instrumentation;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Times are measured by a real clock, so the tests assert only their order and sums. */
@Isolated("weaves classes")
@WeavesOrWalks
class CallProfileTests {

  private static final String FIXTURE = "CallProfileTests.CalledFixture.";

  private final Instrumentation instrumentation =
      ((AgentAccess.Granted) Agent.access()).instrumentation();

  /** A body that makes calls. */
  private interface Calls {
    void make() throws Exception;
  }

  private CallProfile time(Calls calls) throws Exception {
    try (WeavingSession weaving = weave()) {
      calls.make();
      weaving.stopWeaving();
      CallTreeRecording recording = weaving.time(new ThreadCounter());
      record(recording, calls);
      return profile(recording);
    }
  }

  private static CallProfile profile(CallTreeRecording recording) {
    return new CallProfile(1, recording.trees(), Set.of());
  }

  private WeavingSession weave() throws Exception {
    return WeavingSession.open(
            instrumentation,
            new NamePatterns(List.of(CallProfileTests.class.getName())),
            RecorderClass.TESTS,
            false)
        .orElseThrow();
  }

  private static void record(CallTreeRecording times, Calls calls) throws Exception {
    times.start();
    try {
      calls.make();
    } finally {
      times.stop();
    }
  }

  private static Method method(CallProfile times, String name) {
    return times.methods().stream()
        .filter(method -> method.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + name + " in " + times.methods()));
  }

  private static Method fixture(CallProfile times, String name) {
    return method(times, FIXTURE + name + "()");
  }

  private static long sum(CallProfile times, Function<Method, Long> part) {
    return times.methods().stream().mapToLong(part::apply).sum();
  }

  @Test
  void eachCallCounts() throws Exception {
    CallProfile times = time(() -> CalledFixture.outer(5));

    assertThat(fixture(times, "outer").calls()).isEqualTo(1);
    assertThat(fixture(times, "inner").calls()).isEqualTo(5);
    assertThat(method(times, "new CallProfileTests.CalledFixture()").calls()).isEqualTo(5);
    assertThat(fixture(times, "inner").line()).startsWith("CallProfileTests.java:");
  }

  @Test
  void totalIsTheSumOfTheOwnTimesOfCalledMethods() throws Exception {
    CallProfile times = time(() -> CalledFixture.outer(5));

    Method outer = fixture(times, "outer");
    Method inner = fixture(times, "inner");
    Method made = method(times, "new CallProfileTests.CalledFixture()");
    assertThat(outer.nanos()).isEqualTo(outer.ownNanos() + inner.nanos());
    assertThat(inner.nanos()).isEqualTo(inner.ownNanos() + made.nanos());
    assertThat(made.nanos()).isEqualTo(made.ownNanos());
  }

  @Test
  void methodOwnsTheBytesThatItAllocatesItself() throws Exception {
    long outer = Long.MAX_VALUE;
    long inner = Long.MAX_VALUE;
    long made = Long.MAX_VALUE;
    // the minimum, because the JVM sometimes allocates something of its own in a call
    for (int i = 0; i < 5; i++) {
      CallProfile times = time(() -> CalledFixture.outer(5));
      outer = Math.min(outer, fixture(times, "outer").ownBytes());
      inner = Math.min(inner, fixture(times, "inner").ownBytes());
      made = Math.min(made, method(times, "new CallProfileTests.CalledFixture()").ownBytes());
    }

    assertThat(outer).isZero();
    assertThat(inner).isEqualTo(5 * 16);
    assertThat(made).isEqualTo(5 * 1016);
  }

  @Test
  void recordingItselfAllocatesNothing() throws Exception {
    ThreadCounter counter = new ThreadCounter();
    try (WeavingSession weaving = weave()) {
      CalledFixture.recursive(100);
      weaving.stopWeaving();
      CallTreeRecording times = weaving.time(counter);
      long fewestBytes = Long.MAX_VALUE;
      times.start();
      for (int i = 0; i < 6; i++) {
        long before = counter.longValue();
        CalledFixture.recursive(100);
        fewestBytes = Math.min(fewestBytes, counter.longValue() - before);
      }
      times.stop();

      assertThat(fewestBytes).isZero();
      assertThat(fixture(profile(times), "recursive").calls()).isEqualTo(606);
    }
  }

  @Test
  void recursionHasTheTotalOfItsOutermostCall() throws Exception {
    CallProfile times = time(() -> CalledFixture.recursive(50));

    Method recursive = fixture(times, "recursive");
    assertThat(recursive.calls()).isEqualTo(51);
    assertThat(recursive.nanos()).isEqualTo(recursive.ownNanos());
    assertThat(paths(times)).containsOnlyOnce(FIXTURE + "recursive()");
    assertThat(times.paths(100)).filteredOn(path -> endsWith(path, "recursive")).hasSize(1);
  }

  @Test
  void indirectRecursionHasTheTotalOfItsOutermostCall() throws Exception {
    CallProfile times = time(() -> CalledFixture.even(11));

    Method even = fixture(times, "even");
    Method odd = fixture(times, "odd");
    assertThat(even.calls()).isEqualTo(6);
    assertThat(odd.calls()).isEqualTo(6);
    assertThat(even.nanos()).isEqualTo(even.ownNanos() + odd.ownNanos());
    assertThat(odd.nanos()).isLessThan(even.nanos());
    assertThat(paths(times)).contains(FIXTURE + "even() > " + FIXTURE + "odd()");
  }

  private static List<String> paths(CallProfile times) {
    return times.paths(100).stream()
        .map(path -> String.join(" > ", path.methods()).replaceAll("^.*lambda[^>]*> ", ""))
        .collect(Collectors.toList());
  }

  @Test
  void pathsAreMergedByMethod() throws Exception {
    CallProfile times =
        time(
            () -> {
              CalledFixture.outer(2);
              CalledFixture.other(3);
            });

    assertThat(paths(times))
        .contains(
            FIXTURE + "outer() > " + FIXTURE + "inner()",
            FIXTURE + "other() > " + FIXTURE + "inner()");
    assertThat(fixture(times, "inner").calls()).isEqualTo(5);
    assertThat(times.paths(100).stream().filter(path -> endsWith(path, "inner")))
        .extracting(Path::calls)
        .containsExactlyInAnyOrder(2L, 3L);
    assertThat(times.paths(100).stream().mapToLong(Path::ownNanos).sum())
        .isEqualTo(sum(times, Method::ownNanos) - times.methods().get(0).ownNanos());
    assertThat(times.paths(100))
        .isSortedAccordingTo(Comparator.comparingLong(Path::ownNanos).reversed());
    assertThat(times.paths(2)).isEqualTo(times.paths(100).subList(0, 2));
  }

  private static boolean endsWith(Path path, String name) {
    return path.methods().get(path.methods().size() - 1).equals(FIXTURE + name + "()");
  }

  @Test
  void exceptionEndsAllMethodsThatItUnwinds() throws Exception {
    CallProfile times =
        time(
            () -> {
              CalledFixture.caught();
              CalledFixture.other(1);
            });

    assertThat(fixture(times, "throwing").calls()).isEqualTo(3);
    assertThat(fixture(times, "caught").calls()).isEqualTo(1);
    // otherwise they would be below the methods that threw
    assertThat(paths(times))
        .contains(
            FIXTURE + "caught() > " + FIXTURE + "outer() > " + FIXTURE + "inner()",
            FIXTURE + "other() > " + FIXTURE + "inner()");
  }

  @Test
  void throwingConstructorEnds() throws Exception {
    CallProfile times =
        time(
            () -> {
              try {
                new ThrowingFixture();
              } catch (IllegalStateException e) {
                CalledFixture.outer(1);
              }
            });

    assertThat(method(times, "new CallProfileTests.ThrowingFixture()").calls()).isEqualTo(1);
    assertThat(paths(times)).contains(FIXTURE + "outer() > " + FIXTURE + "inner()");
  }

  @Test
  void callsBeyondTheTimedDepthAreCounted() throws Exception {
    FutureTask<CallProfile> timed =
        new FutureTask<>(() -> time(() -> CalledFixture.descending(5_000, 5_000)));
    // a stack that is large enough for any frame size
    new Thread(null, timed, "deep", 256L << 20).start();
    CallProfile times = timed.get();

    assertThat(fixture(times, "descending").calls()).isEqualTo(5_001);
    assertThat(paths(times)).contains(FIXTURE + "descending() > " + FIXTURE + "inner()");
  }

  /** A stack overflow in a hook makes a method end without its hook. */
  @Test
  void methodWhoseEndWasMissedEndsWithItsCaller() {
    CallRecorder recorder = recorder(() -> 0);
    recorder.run();
    CallRecorder.hook(CallRecorder.ENTER, 2);
    CallRecorder.hook(CallRecorder.ENTER, 4);
    CallRecorder.hook(CallRecorder.LEAVE, 2);
    CallRecorder.hook(CallRecorder.ENTER, 6);
    CallRecorder.hook(CallRecorder.LEAVE, 6);
    recorder.close();

    assertThat(values(recorder, 5)).containsExactly(0, 1, 1, 1);
    // the third method has the root as its caller
    assertThat((int[]) recorder.totals()[0][2]).startsWith(0, 0, 1, 0);
  }

  private static CallRecorder recorder(LongSupplier clock) {
    return new CallRecorder(0L, clock, object -> 0, 1, 0, false);
  }

  /** Returns the values of the nodes of this thread. */
  private static long[] values(CallRecorder recorder, int index) {
    Object[] totals = recorder.totals()[0];
    return Arrays.copyOf((long[]) totals[index], (int) totals[1]);
  }

  /** Calls that end without a hook because of a stack overflow end with their caller. */
  @Test
  void recordingSurvivesAStackOverflow() throws Exception {
    CallProfile times =
        time(
            () -> {
              CalledFixture.overflowing();
              CalledFixture.other(1);
            });

    assertThat(fixture(times, "endless").calls()).isGreaterThan(100);
    assertThat(fixture(times, "overflowing").calls()).isEqualTo(1);
    assertThat(fixture(times, "outer").calls()).isEqualTo(1);
    assertThat(paths(times)).contains(FIXTURE + "other() > " + FIXTURE + "inner()");
  }

  @Test
  void callsOfOtherThreadsAreCountedWithoutTimes() throws Exception {
    CallProfile times =
        time(
            () -> {
              Thread thread = new Thread(() -> CalledFixture.outer(7));
              thread.start();
              thread.join();
              CalledFixture.outer(1);
            });

    assertThat(fixture(times, "inner").calls()).isEqualTo(1);
    assertThat(times.otherCalls())
        .contains(new OtherCalls(FIXTURE + "inner()", 7), new OtherCalls(FIXTURE + "outer()", 1));
    assertThat(time(() -> CalledFixture.outer(1)).otherCalls()).isEmpty();
  }

  @Test
  void timesAreThoseOfTheClock() {
    AtomicLong clock = new AtomicLong();
    CallRecorder recorder = recorder(clock::get);
    recorder.run();
    clock.set(5);
    CallRecorder.hook(CallRecorder.ENTER, 2);
    clock.set(25);
    CallRecorder.hook(CallRecorder.ENTER, 4);
    clock.set(125);
    CallRecorder.hook(CallRecorder.LEAVE, 4);
    CallRecorder.hook(CallRecorder.LEAVE, 2);
    recorder.close();

    assertThat(values(recorder, 7)).containsExactly(5, 20, 100);
  }

  @Test
  void secondRecordingIsRefused() throws Exception {
    try (WeavingSession weaving = weave()) {
      CallTreeRecording first = weaving.time(new ThreadCounter());
      CallTreeRecording second = weaving.time(new ThreadCounter());
      first.start();
      try {
        assertThatThrownBy(second::start).isInstanceOf(IllegalStateException.class);
      } finally {
        first.stop();
      }
      record(second, () -> {});
    }
  }

  @Test
  void callsAreRecordedOnlyWhileOpen() throws Exception {
    CallTreeRecording afterwards;
    try (WeavingSession weaving = weave()) {
      CalledFixture.outer(1);
      weaving.stopWeaving();
      CallTreeRecording meanwhile = weaving.time(new ThreadCounter());
      afterwards = weaving.time(new ThreadCounter());
      record(meanwhile, () -> CalledFixture.outer(1));
      assertThat(fixture(profile(meanwhile), "outer").calls()).isEqualTo(1);
    }
    record(afterwards, () -> CalledFixture.outer(1));

    // the entry for all code that is not woven
    assertThat(profile(afterwards).methods())
        .singleElement()
        .extracting(Method::calls)
        .isEqualTo(0L);
  }

  /** This happens in a test that is judged and runs other tests itself. */
  @Test
  void profileIsRefusedWhileOtherBodiesAreJudged() throws Throwable {
    TestBody body = TestBodies.of(this, CallProfileTests.class.getDeclaredMethod("unused"));
    Lock judging = WeavingLock.judging();
    try {
      assertThat(
              CallProfile.of(
                  List.of(CallProfileTests.class),
                  -1L,
                  new ProfiledCalls(body, List.of(), ProfiledCalls.UNKNOWN)))
          .isEqualTo(
              new ProfileOutcome.Unprofiled("other tests are being measured without a pause"));
    } finally {
      judging.unlock();
    }
  }

  void unused() {
    throw new AssertionError("called");
  }

  /** Code that is woven and called. */
  static final class CalledFixture {

    static Object made = "";

    @SuppressWarnings("UnusedVariable") // allocated for its bytes
    private final byte[] bytes;

    CalledFixture() {
      bytes = new byte[1000];
    }

    static void outer(int times) {
      for (int i = 0; i < times; i++) {
        inner();
      }
    }

    static void other(int times) {
      for (int i = 0; i < times; i++) {
        inner();
      }
    }

    static void inner() {
      made = new CalledFixture();
    }

    static int recursive(int depth) {
      return depth == 0 ? 0 : 1 + recursive(depth - 1);
    }

    static int descending(int depth, int outermost) {
      int below = depth == 0 ? 0 : 1 + descending(depth - 1, outermost);
      if (depth == outermost) {
        inner();
      }
      return below;
    }

    static boolean even(int number) {
      return number == 0 || odd(number - 1);
    }

    static boolean odd(int number) {
      return number != 0 && even(number - 1);
    }

    static void caught() {
      try {
        throwing(2);
      } catch (IllegalStateException e) {
        outer(1);
      }
    }

    static void throwing(int depth) {
      if (depth > 0) {
        throwing(depth - 1);
      }
      throw new IllegalStateException("on purpose");
    }

    static void overflowing() {
      try {
        endless(0);
      } catch (StackOverflowError e) {
        outer(1);
      }
    }

    static int endless(int depth) {
      // no stack is so deep
      return depth == Integer.MAX_VALUE ? 0 : 1 + endless(depth + 1);
    }
  }

  /** Throws after its call of another constructor. */
  static final class ThrowingFixture {
    ThrowingFixture() {
      throw new IllegalStateException("on purpose");
    }
  }
}
