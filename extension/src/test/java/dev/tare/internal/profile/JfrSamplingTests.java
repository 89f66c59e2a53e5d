package dev.tare.internal.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.CpuWork;
import dev.tare.body.TestBody;
import dev.tare.internal.allocation.AllocationCounters;
import dev.tare.internal.call.TestBodies;
import dev.tare.internal.profile.HotSpots.Spot;
import dev.tare.model.Breakdown.Row;
import dev.tare.testing.WeavesOrWalks;
import dev.tare.unit.Elapsed;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Profiles by the real flight recorder, repeated until there are enough samples: there are few
 * while other programs use the processors.
 */
@Isolated("records the JVM")
@WeavesOrWalks
class JfrSamplingTests {

  private static final int ENOUGH = 30;
  private static final int MOST = 100;

  static final class MixingFixture {
    private long state = 88_172_645;

    // an uncountable loop of about 100,000 iterations; for counted loops, not all collectors report
    // inlined frames
    long mixes() {
      do {
        state ^= state << 13;
        state ^= state >>> 7;
        state ^= state << 17;
      } while ((state & 0x1_ffff) != 0);
      return state;
    }
  }

  static final class SmallFixture {
    private int number = 7;

    int gets() {
      return number;
    }
  }

  /** A body that uses up its input, which takes longer to prepare. */
  static final class SortingFixture {
    private final MixingFixture mixing = new MixingFixture();
    private final int[] shuffled = new Random(1).ints(1_000).toArray();
    private int[] input = {};

    void prepares() {
      for (int i = 0; i < 3; i++) {
        mixing.mixes();
      }
      input = shuffled.clone();
    }

    void sorts() {
      boolean sorted;
      do {
        sorted = true;
        for (int i = 1; i < input.length; i++) {
          if (input[i - 1] > input[i]) {
            int larger = input[i - 1];
            input[i - 1] = input[i];
            input[i] = larger;
            sorted = false;
          }
        }
      } while (!sorted);
    }
  }

  /** Bodies that wait for work of another thread. */
  static final class WaitingFixture implements AutoCloseable {
    private final ExecutorService pool = Executors.newSingleThreadExecutor();
    private final MixingFixture mixing = new MixingFixture();
    private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
    private final Socket served = server.accept();

    WaitingFixture() throws IOException {}

    private long works() {
      return LongStream.range(0, 30).map(i -> mixing.mixes()).sum();
    }

    long takesAResult() throws Exception {
      return pool.submit(this::works).get();
    }

    int readsAnAnswer() throws Exception {
      Future<Boolean> answered =
          pool.submit(
              () -> {
                served.getOutputStream().write((int) works());
                return true;
              });
      int answer = client.getInputStream().read();
      return answered.get() ? answer : -1;
    }

    long entersAMonitor() throws Exception {
      CountDownLatch locked = new CountDownLatch(1);
      Future<Long> worked =
          pool.submit(
              () -> {
                synchronized (mixing) {
                  locked.countDown();
                  return works();
                }
              });
      locked.await();
      synchronized (mixing) {
        return worked.isDone() ? 1 : 0;
      }
    }

    @Override
    public void close() throws IOException {
      pool.shutdown();
      client.close();
      served.close();
      server.close();
    }
  }

  private static TestBody body(Object target, String method) throws NoSuchMethodException {
    return TestBodies.of(target, target.getClass().getDeclaredMethod(method));
  }

  private static Row mostSampled(HotSpots spots) {
    return spots.breakdown(new Elapsed(1), List.of()).rows().get(0);
  }

  private static HotSpots profile(ProfiledCalls calls) throws Throwable {
    Profiler profiler = new JfrSampling(JfrSamplingTests.class, () -> false);
    assertThat(profiler.obstacle()).isEmpty();
    HotSpots spots = profiler.profile(calls);
    for (int i = 0; i < MOST && spots.count() < ENOUGH; i++) {
      spots = spots.plus(profiler.profile(calls));
    }
    return spots;
  }

  /** The flight recorder ends the JVM if it cannot write. A missing folder has no free space. */
  @Test
  void fullDiskIsAnObstacle() {
    String folder = System.getProperty("java.io.tmpdir");
    System.setProperty("java.io.tmpdir", "missing");
    try {
      assertThat(new JfrSampling(JfrSamplingTests.class, () -> false).obstacle().orElseThrow())
          .startsWith("only 0 B are free in missing");
    } finally {
      System.setProperty("java.io.tmpdir", folder);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "dev.tare.CpuWork, true",
    "org.assertj.core.api.Assertions, false",
    "java.util.ArrayList, false",
    "shop.Missing, false"
  })
  void classesInFoldersAreOfTheApplication(String name, boolean included) {
    assertThat(JfrSampling.application(JfrSamplingTests.class).test(name)).isEqualTo(included);
  }

  @Test
  void methodThatWorksIsFound() throws Throwable {
    TestBody body = body(new MixingFixture(), "mixes");

    HotSpots spots = profile(new ProfiledCalls(body, List.of(), ProfiledCalls.UNKNOWN));

    assertThat(spots.count()).isGreaterThanOrEqualTo(ENOUGH);
    Row first = mostSampled(spots);
    assertThat(first.type()).isEqualTo("in " + MixingFixture.class.getName() + ".mixes()");
    // lines of Tare's own packages are left out, which include these tests, and so are all callers
    // of the loop of calls
    assertThat(first.where()).isEmpty();
  }

  @Test
  void loopIsNamedForABodyTooSmallToSample() throws Throwable {
    TestBody body = body(new SmallFixture(), "gets");

    HotSpots spots = profile(new ProfiledCalls(body, List.of(), ProfiledCalls.UNKNOWN));

    assertThat(spots.samples().keySet())
        .extracting(Spot::method)
        .contains("in the loop of calls, or inlined into it")
        .noneMatch(method -> method.contains("Tare$Call"));
    assertThat(spots.samples().keySet())
        .filteredOn(spot -> spot.method().startsWith("in the loop"))
        .extracting(Spot::line)
        .containsOnly("");
  }

  @ParameterizedTest
  @CsvSource({
    "takesAResult, waits in .*Unsafe.park\\(\\)",
    // JDK 25 leaves the JDK's frames out
    "readsAnAnswer, waits in .*(SocketInputStream.read|readsAnAnswer)\\(\\)",
    "entersAMonitor, waits in .*WaitingFixture.entersAMonitor\\(\\)"
  })
  void waitForAnotherThreadIsFound(String method, String row) throws Throwable {
    try (WaitingFixture waiting = new WaitingFixture()) {
      ProfiledCalls calls =
          new ProfiledCalls(body(waiting, method), List.of(), ProfiledCalls.UNKNOWN);

      HotSpots spots = new JfrSampling(CpuWork.class, () -> false).profile(calls);

      Row first = mostSampled(spots);
      assertThat(first.type()).matches(row);
      assertThat(first.amount().amount()).isGreaterThan(0.5);
    }
  }

  @Test
  void preparationsAreLeftOut() throws Throwable {
    SortingFixture sorting = new SortingFixture();
    ProfiledCalls calls =
        new ProfiledCalls(
            body(sorting, "sorts"),
            List.of(body(sorting, "prepares")),
            AllocationCounters.threadBytes().orElseThrow());

    HotSpots spots = profile(calls);

    assertThat(spots.count()).isGreaterThanOrEqualTo(ENOUGH);
    assertThat(mostSampled(spots).type())
        .isEqualTo("in " + SortingFixture.class.getName() + ".sorts()");
    assertThat(spots.samples().keySet())
        .extracting(Spot::method)
        .noneMatch(method -> method.contains(".prepares") || method.contains(".mixes"));
    assertThat(calls.bytes()).isZero();
  }
}
