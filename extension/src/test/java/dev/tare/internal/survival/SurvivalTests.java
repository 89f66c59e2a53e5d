package dev.tare.internal.survival;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.ChildJvm;
import dev.tare.internal.survival.ReleasedObjects.Survival;
import dev.tare.internal.survival.SurvivorSearch.HolderKind;
import dev.tare.internal.survival.SurvivorSearch.Survivor;
import dev.tare.testing.WeavesOrWalks;
import java.lang.ref.Cleaner;
import java.lang.ref.SoftReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@SuppressWarnings("unused") // fields that only the walk reads
@Isolated("another test's walk of the heap keeps objects alive for a moment")
@WeavesOrWalks
class SurvivalTests {

  private static final Cleaner CLEANER = Cleaner.create();

  private static final List<Object> HELD = new ArrayList<>();
  private static @Nullable SoftReference<Object> soft;

  private final ReleasedObjects released = new ReleasedObjects();
  private @Nullable Object field;

  @AfterEach
  void release() {
    HELD.clear();
    soft = null;
  }

  private Survival survival() {
    return Survival.of(released, Duration.ZERO);
  }

  private SurvivorSearch search() {
    return SurvivorSearch.of(released, survival(), List.of(this));
  }

  @Test
  void thousandReleasedObjectsAreCollected() {
    for (int i = 0; i < 1_000; i++) {
      released.add(new int[i]);
    }

    Survival survival = survival();

    assertThat(survival.released()).isEqualTo(1_000);
    assertThat(survival.survivors()).isZero();
    assertThat(survival.collections()).isEqualTo(1);
  }

  @Test
  void onlyHeldObjectsAreSurvivors() {
    for (int i = 0; i < 10; i++) {
      Object object = new int[10];
      released.add(object);
      released.add(object);
      if (i % 2 == 0) {
        HELD.add(object);
      }
    }

    Survival survival = survival();

    assertThat(survival.released()).isEqualTo(10);
    assertThat(survival.survivors()).isEqualTo(5);
    assertThat(survival.collections()).isEqualTo(3);
    assertThat(search().survivors())
        .hasSize(5)
        .allSatisfy(survivor -> assertThat(survivor.type()).isEqualTo("int[]"));
    HELD.clear();
    assertThat(survival().survivors()).as("after the search, which holds nothing").isZero();
  }

  @Test
  void withoutReleasedObjectsNothingIsCollected() {
    assertThat(survival())
        .extracting(Survival::released, Survival::collections)
        .containsExactly(0, 0);
  }

  @Test
  void objectOfTheTestInstanceIsHeldByTheTest() {
    hold();

    assertThat(survival().survivors()).isEqualTo(1);
    assertThat(search().survivors())
        .singleElement()
        .satisfies(
            survivor -> {
              assertThat(survivor.holder()).isEqualTo(HolderKind.TEST);
              assertThat(requireNonNull(survivor.path()).description())
                  .isEqualTo("extra root dev.tare.internal.survival.SurvivalTests .field");
            });
    assertThat(field).isNotNull();
  }

  private void hold() {
    field = new Object();
    released.add(field);
  }

  @Test
  void softReferenceIsCleared() {
    holdSoftly();

    assertThat(survival().survivors()).isEqualTo(1);
    assertThat(search().survivors()).isEmpty();
    assertThat(requireNonNull(soft).get()).isNull();
  }

  private void holdSoftly() {
    Object object = new Object();
    released.add(object);
    soft = new SoftReference<>(object);
  }

  @Test
  void walkDoesNotSeeALocalVariable() {
    Object local = new Object();
    released.add(local);

    assertThat(survival().survivors()).isEqualTo(1);
    assertThat(search().survivors())
        .containsExactly(new Survivor("java.lang.Object", HolderKind.UNSEEN, null));
    assertThat(local).isNotNull();
  }

  /**
   * The cleaner of another object releases the object, some time after that other one was
   * collected.
   */
  @Test
  void objectThatACleanerReleasesWithinTheTimeIsCollected() {
    Object object = new Object();
    released.add(object);
    HELD.add(object);
    object = "";
    CountDownLatch waiting = new CountDownLatch(1);
    CLEANER.register(
        new Object(),
        () -> {
          awaitCollections(waiting);
          HELD.clear();
        });
    CollectionCountdown.start(4, waiting::countDown);

    assertThat(Survival.of(released, Duration.ofMinutes(10)))
        .satisfies(
            survival -> {
              assertThat(survival.survivors()).isZero();
              assertThat(survival.collections()).isGreaterThan(3);
            });
    assertThat(object).isNotNull();
  }

  private static void awaitCollections(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void confirmingCollectionIsCounted() {
    Object object = new Object();
    released.add(object);

    Survival first = survival();
    object = "";
    Survival second = first.confirmed(released);

    assertThat(first.survivors()).isEqualTo(1);
    assertThat(second.survivors()).isZero();
    assertThat(second.collections()).isEqualTo(first.collections() + 1);
    assertThat(object).isNotNull();
  }

  @Test
  void garbageIsCollectedEvenIfExplicitGcIsDisabled() {
    ChildJvm jvm = ChildJvm.run(List.of("-XX:+DisableExplicitGC"), SurvivalProbe.class);

    assertThat(jvm.out()).as(jvm.err()).isEqualTo("2 released, 1 survivors, collects: true");
  }
}
