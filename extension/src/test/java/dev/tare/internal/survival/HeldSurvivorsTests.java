package dev.tare.internal.survival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.body.TestBody;
import dev.tare.heap.RootPath;
import dev.tare.heap.RootPath.RootKind;
import dev.tare.internal.agent.record.WeavingLock;
import dev.tare.internal.survival.HeldSurvivors.Group;
import dev.tare.testing.WeavesOrWalks;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated("another test's walk of the heap keeps objects alive for a moment")
@WeavesOrWalks
class HeldSurvivorsTests {

  private static final int CALLS = 10;
  private static final String KEY = "HeldSurvivorsTests.";

  @AfterEach
  void release() {
    System.getProperties().keySet().removeIf(key -> key.toString().startsWith(KEY));
  }

  /** Keeps an array in a static field of the JDK in some of the calls. */
  private static final class KeepingBody implements TestBody {

    private final int keepingCalls;
    private int calls;

    KeepingBody(int keepingCalls) {
      this.keepingCalls = keepingCalls;
    }

    @Override
    public void run() {
      if (calls++ < keepingCalls) {
        System.getProperties().put(KEY + calls, new float[calls]);
      }
    }

    @Override
    public void repeat(long n) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Object call() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean returnsValue() {
      return false;
    }
  }

  /** Returns the arrays that calls leave behind, without the lines that created them. */
  private HeldSurvivors heldArrays(int keepingCalls) throws Throwable {
    // a thread that judges a body may not weave, so no lines are recorded
    Lock judging = WeavingLock.judging();
    try {
      HeldSurvivors held =
          HeldSurvivors.of(
              new KeepingBody(keepingCalls), CALLS, Set.of("float[]"), List.of(this), List.of());
      assertThat(held.unrecorded()).isNotNull();
      assertThat(held.groups()).hasSize(1);
      return held;
    } finally {
      judging.unlock();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, CALLS})
  void objectsOfTheJdkAreCreatedByTheJvmUnlessEachCallLeavesThem(int keeping) throws Throwable {
    HeldSurvivors found = heldArrays(keeping);
    Group held = found.groups().get(0);

    assertThat(held.total().objects()).isEqualTo(keeping);
    assertThat(held.path()).startsWith("static field java.lang.System");
    assertThat(held.heldByTheJdk()).isTrue();
    assertThat(found.path() == null).isEqualTo(keeping < CALLS);
  }

  @Test
  void fieldOfAClassWithoutPackageIsNotOfTheJdk() {
    RootPath path = new RootPath(RootKind.STATIC_FIELD, "Shop.KEPT", "float[]", List.of(), null);

    assertThat(HeldSurvivors.isHeldByTheJdk(path)).isFalse();
  }

  @Test
  void objectsThatFewCallsAreKnownToCreateAreNotOfTheJvm() throws Throwable {
    HeldSurvivors held =
        HeldSurvivors.of(new KeepingBody(3), CALLS, Set.of("float[]"), List.of(this), List.of());

    assertThat(held.createdByCalls()).contains("float[]");
    assertThat(held.mayBeOfTheJvm("float[]")).isFalse();
  }

  private static HeldSurvivors held(
      boolean ofTheJvm, @Nullable String unrecorded, String... created) {
    String path = "static field X.y";
    Group group = new Group("byte[]", "", path, path, false, ofTheJvm, 0, new ClassTotal(3, 72));
    return new HeldSurvivors(List.of(group), null, unrecorded, Set.of(created), CALLS);
  }

  @Test
  void objectsThatOnlyTheJvmHoldsMayBeOfTheJvm() {
    assertThat(held(true, null).mayBeOfTheJvm("byte[]")).isTrue();
    assertThat(held(true, "no agent").mayBeOfTheJvm("byte[]")).isFalse();
    assertThat(held(true, null, "byte[]").mayBeOfTheJvm("byte[]")).isFalse();
    assertThat(held(true, null, "char[]").mayBeOfTheJvm("byte[]")).isTrue();
    assertThat(held(false, null).mayBeOfTheJvm("byte[]")).isFalse();
  }
}
