package dev.tare.survival;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.tare.ExecutedTests;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.extension.TareConfigurationException;
import dev.tare.extension.UnmeasuredException;
import dev.tare.heap.ObjectGraph;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.internal.call.CopyingLoader;
import dev.tare.internal.survival.CollectionCountdown;
import dev.tare.internal.survival.ReleasedObjects;
import dev.tare.testing.SlowAfterOthers;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.lang.reflect.Array;
import java.lang.reflect.Proxy;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.discovery.MethodSelector;
import org.opentest4j.AssertionFailedError;

@SuppressWarnings("unused") // fields that only the walk reads
@Isolated("other tests' walks hold objects for a moment")
@SlowAfterOthers
class MustBeCollectedTests {

  static final List<Object> REGISTRY = new ArrayList<>();
  static @Nullable Object soft;

  static final class Session {
    final byte[] content = new byte[1_000];
  }

  record Link(@Nullable Link next) {}

  @SuppressWarnings({"deprecation", "removal", "Finalize"}) // what is tested
  static final class Finalized {
    @Override
    protected void finalize() {}
  }

  /** Object that its finalizer makes reachable again. */
  @SuppressWarnings({"deprecation", "removal", "Finalize"}) // what is tested
  static final class Revived {
    static final List<Object> ALL = new CopyOnWriteArrayList<>();
    final Object held;
    final CountDownLatch done;

    Revived(Object held, CountDownLatch done) {
      this.held = held;
      this.done = done;
    }

    @Override
    protected void finalize() {
      ALL.add(this);
      done.countDown();
    }
  }

  /** Object whose finalizer has not ended. */
  @SuppressWarnings({"deprecation", "removal", "Finalize"}) // what is tested
  static final class Finalizing {
    final CountDownLatch end;

    Finalizing(CountDownLatch end) {
      this.end = end;
    }

    @Override
    protected void finalize() throws InterruptedException {
      end.await();
    }
  }

  /** Class of which each loader has a copy. */
  static final class Plugin implements Supplier<Object> {
    static final Object CONTENT = new Object();

    @Override
    public Object get() {
      return CONTENT;
    }
  }

  /** Gives tests access to JUnit's stores, which are otherwise in frames of JUnit alone. */
  static final class StoreAccess implements BeforeEachCallback {
    private static @Nullable ExtensionContext current;

    @Override
    public void beforeEach(ExtensionContext context) {
      current = context;
    }

    static void put(Object value, UnaryOperator<ExtensionContext> owner) {
      ExtensionContext context = owner.apply(requireNonNull(current));
      context.getStore(Namespace.create(StoreAccess.class)).put("session", value);
      current = null;
    }
  }

  /** Selects a test with a parameter for objects that it lets go of. */
  private static MethodSelector released(Class<?> tests, String name) {
    return selectMethod(tests, name, Released.class.getName());
  }

  static Stream<Object> sharedValues() {
    return Stream.of(
        true,
        (byte) 1,
        'c',
        (short) 1,
        1,
        1_000_000,
        1L,
        1f,
        1d,
        "constant",
        "made".repeat(2),
        Thread.State.NEW,
        Session.class,
        (Runnable) () -> {});
  }

  @AfterEach
  void forget() {
    REGISTRY.clear();
    soft = null;
  }

  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class HandedOver {

    private final ExecutedTests tests = ExecutedTests.jupiter(HandedOverTestCases.class);

    @Test
    void collectedObjectsPass() {
      assertThat(tests.succeeded())
          .containsExactlyInAnyOrder(
              "gone",
              "finalized",
              "thousand",
              "softlyHeld",
              "softlyHeldBySoftlyHeld",
              "softlyHeldByTheTest",
              "heldBySeveralSoftReferences",
              "softReferenceWithAnotherObject",
              "moreSoftlyHeldThanAreSearched",
              "sameTwice",
              "softlyHeldLoader");
      assertThat(tests.entries("thousand")).containsEntry("tare.uncollected-objects.value", "0");
    }

    @Test
    void heldObjectFailsWithItsPath() {
      assertThat(tests.failure("held"))
          .isInstanceOf(AssertionFailedError.class)
          .message()
          .startsWith(
              "Not collected: 1 of 1 dev.tare.survival.MustBeCollectedTests$Session handed over by"
                  + " MustBeCollectedTests.HandedOverTestCases.held()\n")
          .contains("  held by     static field dev.tare.survival.MustBeCollectedTests.REGISTRY\n")
          .contains("              .elementData  java.lang.Object[]\n")
          .contains("              [0]           dev.tare.survival.MustBeCollectedTests$Session\n")
          .contains("  would go    without dev.tare.survival.MustBeCollectedTests.REGISTRY")
          .containsPattern("  keeps       .* in 2 objects that would go with it")
          .containsPattern("  measured    4 collections in .*; walks from all roots in .*")
          .contains("local variables and JNI references not searched")
          .doesNotContain("  over by", "share", "would pass");
    }

    @Test
    void objectHeldTwiceNamesTheOtherHolder() {
      assertThat(tests.failure("heldTwice"))
          .hasMessageContaining(
              "\n  also held   by static field dev.tare.survival.MustBeCollectedTests.REGISTRY"
                  + " .elementData[0]\n")
          .hasMessageNotContaining("  would go    ");
    }

    @Test
    void survivorsAreCountedByPlace() {
      assertThat(tests.failure("twoOfThree"))
          .hasMessageStartingWith("Not collected: 2 of 3 dev.tare.survival");
    }

    @Test
    void linksOfAChainHaveOneRow() {
      assertThat(tests.failure("ownChain"))
          .hasMessageStartingWith("Not collected: 9 of 9 dev.tare.survival")
          .hasMessageNotContaining("share");
    }

    @Test
    void bodyIsCalledOnceOnly() {
      assertThat(tests.failure("throwingTheSecondTime"))
          .hasMessageStartingWith("Not collected: 1 of 1 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"finalizing", "revived", "reachedByARevived"})
    void objectThatAFinalizerKeepsIsInconclusive(String test) {
      assertThat(tests.abortion(test))
          .message()
          .containsIgnoringWhitespaces(
              "an object was not collected, since a finalizer has not run or has made it reachable");
    }

    @ParameterizedTest
    @ValueSource(strings = {"keptInTheStore", "keptInTheRootStore"})
    void objectInAStoreOfJUnitIsUnmeasured(String test) {
      assertThat(tests.failure(test))
          .isInstanceOf(UnmeasuredException.class)
          .message()
          .containsIgnoringWhitespaces(
              "the test, JUnit or the JDK itself still holds an object that the test let go of:"
                  + " a store of JUnit\n")
          .containsIgnoringWhitespaces("only its local variables hold");
    }

    @Test
    void nothingHandedOverIsUnmeasured() {
      assertThat(tests.failure("nothing"))
          .isInstanceOf(UnmeasuredException.class)
          .hasMessageContaining("the test let go of no object");
    }

    @Test
    void softlyHeldObjectDoesNotHideAnotherHolder() {
      assertThat(tests.failure("softlyHeldBesideAHeldOne"))
          .hasMessageStartingWith("Not collected: 1 of 2 ")
          .hasMessageContaining(
              "  held by     static field dev.tare.survival.MustBeCollectedTests.R")
          .hasMessageNotContaining("not counted");
      assertThat(tests.failure("heldSoftlyAndStrongly"))
          .hasMessageStartingWith("Not collected: 1 of 1 ")
          .hasMessageContaining(
              "  held by     static field dev.tare.survival.MustBeCollectedTests.R");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "heldByTooManySoftReferences",
          "heldBySoftlyHeldLoader",
          "parentOfSoftlyHeldLoader"
        })
    void objectThatSoftReferencesOrAnUnheldLoaderMayHoldIsInconclusive(String test) {
      assertThat(tests.abortion(test))
          .message()
          .containsIgnoringWhitespaces(
              "only soft references or a class loader that nothing visible holds lead to the"
                  + " objects");
    }

    @ParameterizedTest
    @MethodSource("dev.tare.survival.MustBeCollectedTests#sharedValues")
    void valueThatTheJvmMayShareIsRefused(Object value) {
      Released<Object> released = new Released<>();

      assertThatThrownBy(() -> released.letGo(value))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("letGo: ")
          .hasMessageContaining(
              "; let go of an object that the test creates, for example the one that holds");
    }

    @Test
    @SuppressWarnings("NullAway") // the bad input
    void nullIsRefused() {
      assertThatThrownBy(() -> new Released<>().letGo(null))
          .hasMessageStartingWith("letGo: there is no object, but null; ");
    }

    /** What it adds would be in the bytes of the calls that other annotations measure. */
    @Test
    void nothingIsAddedAfterTheObjectsWereHandedOver() {
      Released<Object> released = new Released<>();
      released.letGo(new Object());
      ReleasedObjects objects = (ReleasedObjects) released.handedOver();

      released.letGo(new Object());

      assertThat(objects.count()).isOne();
    }

    static class BesideBytesTestCases {

      @Test
      @MaxAllocatedBytes("64 B")
      void letsGoOfAnArray(@MustBeCollected Released<Object> released) {
        released.letGo(new Object[3]);
      }
    }

    @Test
    void bytesOfLettingGoAreInNoOtherFigure() {
      ExecutedTests.jupiter(BesideBytesTestCases.class).allSucceed();
    }

    @Test
    void objectKeepsWhatOnlyItReaches() {
      ObjectGraph graph = ObjectGraph.open();
      long bytes = graph.sizeOf(new Object[2]) + graph.sizeOf(new byte[500]);

      assertThat(tests.failure("partlyHeldTwice"))
          .hasMessageContaining(
              "\n  keeps       " + bytes + " B in 2 objects that would go with it\n");
    }

    @Test
    void objectsThatTheJdkSharesAreUnmeasured() {
      ExecutedTests shared = ExecutedTests.jupiter(SharedTestCases.class);

      assertThat(shared.failed()).hasSize(6);
      assertThat(shared.failed())
          .allSatisfy(
              test ->
                  assertThat(shared.failure(test))
                      .isInstanceOf(UnmeasuredException.class)
                      .message()
                      .containsIgnoringWhitespaces(
                          "the test, JUnit or the JDK itself still holds an object")
                      .contains("let go of an object that the test creates"));
    }

    @Test
    void objectOfAProgramInAFieldOfTheJdkFails() {
      ExecutedTests fields = ExecutedTests.jupiter(JdkFieldTestCases.class);

      assertThat(fields.failure("standardOutput"))
          .hasMessageStartingWith("Not collected: 1 of 1 java.io.PrintStream handed over by")
          .hasMessageContaining("  held by     static field java.lang.System.out");
      assertThat(fields.failure("property"))
          .hasMessageStartingWith("Not collected: 1 of 1 java.util.ArrayList handed over by")
          .hasMessageContaining("  held by     static field java.lang.System.props");
    }

    @Test
    void manyLongPathsFitIntoAMessage() {
      String message = String.valueOf(tests.failure("manyPlaces").getMessage());

      assertThat(message)
          .startsWith("Not collected: 9 of 9 objects handed over by")
          .containsPattern("  \\d more\n")
          .contains("... ", "  would go  ", "  keeps  ");
      assertThat(message.lines()).hasSizeLessThanOrEqualTo(12);
    }

    @Test
    void exceptionOfTheTestComesFirst() {
      assertThat(tests.failure("throwing")).hasMessage("own");
    }
  }

  @SuppressWarnings("unused")
  static class HandedOverTestCases {

    private @Nullable Object field;
    private final CountDownLatch end = new CountDownLatch(1);

    @Test
    void gone(@MustBeCollected Released<Session> released) {
      Session session = new Session();
      released.letGo(session);
    }

    @Test
    void finalized(@MustBeCollected Released<Object> released) {
      released.letGo(new Finalized());
    }

    @Test
    void revived(@MustBeCollected Released<Object> released) throws InterruptedException {
      CountDownLatch done = new CountDownLatch(1);
      letGoOfRevived(released, done);
      awaitFinalizer(done);
    }

    private static void letGoOfRevived(Released<Object> released, CountDownLatch done) {
      released.letGo(new Revived(new Object(), done));
    }

    @Test
    void reachedByARevived(@MustBeCollected Released<Object> released) throws InterruptedException {
      CountDownLatch done = new CountDownLatch(1);
      letGoOfHeldByRevived(released, done);
      awaitFinalizer(done);
    }

    private static void letGoOfHeldByRevived(Released<Object> released, CountDownLatch done) {
      Object held = new Object();
      new Revived(held, done);
      released.letGo(held);
    }

    private static void awaitFinalizer(CountDownLatch done) throws InterruptedException {
      System.gc();
      assertThat(done.await(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void finalizing(@MustBeCollected Released<Object> released) {
      released.letGo(new Finalizing(end));
    }

    @AfterEach
    void endThreads() {
      end.countDown();
    }

    @Test
    void softlyHeldLoader(@MustBeCollected Released<Object> released) throws Exception {
      CopyingLoader loader = new CopyingLoader(Plugin.class);
      soft = new SoftReference<>(loader.instance(Plugin.class));
      released.letGo(loader);
    }

    @Test
    void heldBySoftlyHeldLoader(@MustBeCollected Released<Object> released) throws Exception {
      Object plugin = new CopyingLoader(Plugin.class).instance(Plugin.class);
      soft = new SoftReference<>(plugin);
      released.letGo(((Supplier<?>) plugin).get());
    }

    @Test
    void parentOfSoftlyHeldLoader(@MustBeCollected Released<Object> released) {
      CopyingLoader parent = new CopyingLoader();
      ClassLoader child = new ClassLoader(parent) {};
      soft =
          new SoftReference<>(
              Proxy.newProxyInstance(
                  child, new Class<?>[] {Runnable.class}, (proxy, method, arguments) -> null));
      released.letGo(parent);
    }

    @Test
    @ExtendWith(StoreAccess.class)
    void keptInTheStore(@MustBeCollected Released<Session> released) {
      Session session = new Session();
      StoreAccess.put(List.of(session), context -> context);
      released.letGo(session);
    }

    @Test
    @ExtendWith(StoreAccess.class)
    void keptInTheRootStore(@MustBeCollected Released<Session> released) {
      Session session = new Session();
      StoreAccess.put(session, ExtensionContext::getRoot);
      released.letGo(session);
    }

    @Test
    void thousand(@MustBeCollected Released<Object> released) {
      for (int i = 0; i < 1_000; i++) {
        released.letGo(new Session());
      }
    }

    @Test
    void sameTwice(@MustBeCollected Released<Session> released) {
      Session session = new Session();
      released.letGo(session);
      released.letGo(session);
    }

    @Test
    void held(@MustBeCollected Released<Session> released) {
      REGISTRY.clear();
      Session session = new Session();
      REGISTRY.add(session);
      released.letGo(session);
    }

    @Test
    void throwingTheSecondTime(@MustBeCollected Released<Session> released) {
      if (REGISTRY.contains("open")) {
        throw new IllegalStateException("not closed");
      }
      held(released);
      REGISTRY.add("open");
    }

    @Test
    void heldTwice(@MustBeCollected Released<Session> released) {
      REGISTRY.clear();
      Session session = new Session();
      REGISTRY.add(session);
      soft = List.of(session);
      released.letGo(session);
    }

    @Test
    void twoOfThree(@MustBeCollected Released<Session> released) {
      REGISTRY.clear();
      for (int i = 0; i < 3; i++) {
        Session session = new Session();
        released.letGo(session);
        if (i > 0) {
          REGISTRY.add(session);
        }
      }
    }

    @Test
    void softlyHeld(@MustBeCollected Released<Session> released) {
      Session session = new Session();
      soft = new SoftReference<>(session);
      released.letGo(session);
    }

    @Test
    void softlyHeldBySoftlyHeld(@MustBeCollected Released<Session> released) {
      Session session = new Session();
      soft = new SoftReference<>(List.of(new SoftReference<>(session)));
      released.letGo(session);
    }

    @Test
    void softlyHeldByTheTest(@MustBeCollected Released<Session> released) {
      Session session = new Session();
      field = new SoftReference<>(session);
      released.letGo(session);
    }

    @Test
    void heldBySeveralSoftReferences(@MustBeCollected Released<Session> released) {
      soft = softReferences(released, 5);
    }

    @Test
    void heldByTooManySoftReferences(@MustBeCollected Released<Session> released) {
      soft = softReferences(released, 10);
    }

    private static List<Object> softReferences(Released<Session> released, int number) {
      Session session = new Session();
      released.letGo(session);
      return Stream.generate(() -> (Object) new SoftReference<>(session)).limit(number).toList();
    }

    /** Soft reference that refers to one more object, which must not count for being cleared. */
    static final class KeyedReference extends SoftReference<Object> {
      final Object key;

      KeyedReference(Object key, Object value) {
        super(value);
        this.key = key;
      }
    }

    @Test
    void softReferenceWithAnotherObject(@MustBeCollected Released<Object> released) {
      Object key = new Object();
      Object value = new Object();
      soft = new SoftReference<>(new KeyedReference(key, value));
      released.letGo(key);
      released.letGo(value);
    }

    @Test
    void softlyHeldBesideAHeldOne(@MustBeCollected Released<Session> released) {
      softlyHeld(released);
      held(released);
    }

    @Test
    void heldSoftlyAndStrongly(@MustBeCollected Released<Session> released) {
      held(released);
      soft = new SoftReference<>(REGISTRY.get(0));
    }

    @Test
    void ownChain(@MustBeCollected Released<Link> released) {
      Link chain = null;
      for (int i = 0; i < 9; i++) {
        chain = new Link(chain);
        released.letGo(chain);
      }
      soft = chain;
    }

    @Test
    void nothing(@MustBeCollected Released<Session> released) {}

    @Test
    void moreSoftlyHeldThanAreSearched(@MustBeCollected Released<Session> released) {
      soft = new SoftReference<>(letGo(released, 1_001));
    }

    private static List<Session> letGo(Released<Session> released, int number) {
      List<Session> sessions = Stream.generate(Session::new).limit(number).toList();
      sessions.forEach(released::letGo);
      return sessions;
    }

    @Test
    void partlyHeldTwice(@MustBeCollected Released<Object> released) {
      Object[] object = {new byte[500], new byte[700]};
      REGISTRY.add(object);
      soft = object[1];
      released.letGo(object);
    }

    @Test
    void manyPlaces(@MustBeCollected Released<Object> released) {
      REGISTRY.clear();
      for (int i = 1; i < 10; i++) {
        Object object = Array.newInstance(int.class, new int[i]);
        released.letGo(object);
        Object chain = object;
        for (int depth = 0; depth < 12; depth++) {
          chain = new Object[] {chain};
        }
        REGISTRY.add(chain);
      }
    }

    @Test
    void throwing(@MustBeCollected Released<Object> released) {
      released.letGo(new Session());
      throw new IllegalStateException("own");
    }
  }

  static class JdkFieldTestCases {

    private final PrintStream out = System.out;

    @AfterEach
    void restore() {
      System.setOut(out);
      System.getProperties().remove("own");
    }

    @Test
    void standardOutput(@MustBeCollected Released<Object> released) {
      PrintStream own = new PrintStream(OutputStream.nullOutputStream());
      System.setOut(own);
      released.letGo(own);
    }

    @Test
    void property(@MustBeCollected Released<Object> released) {
      List<Object> own = new ArrayList<>();
      System.getProperties().put("own", own);
      released.letGo(own);
    }
  }

  static class SharedTestCases {

    static Stream<Object> shared() {
      return Stream.of(
          Optional.empty(),
          List.of(),
          BigInteger.valueOf(5),
          Locale.ROOT,
          StandardCharsets.UTF_8,
          ForkJoinPool.commonPool());
    }

    @ParameterizedTest
    @MethodSource("shared")
    void shared(Object shared, @MustBeCollected Released<Object> released) {
      released.letGo(shared);
      released.letGo(new Object());
    }
  }

  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class Attributes {

    private final ExecutedTests tests = ExecutedTests.jupiter(AttributesTestCases.class);

    @Test
    void objectReleasedByAnotherThreadWithinTheTimePasses() {
      assertThat(tests.succeeded()).contains("forgottenAfterFourCollections");
    }

    @Test
    void objectThatIsNeverReleasedFails() {
      assertThat(tests.failure("neverForgotten")).hasMessageStartingWith("Not collected: 1 of 1 ");
    }

    @Test
    void breakdownOnRequestKeepsTheVerdict() {
      ExecutedTests always =
          ExecutedTests.by(
              "junit-jupiter",
              Stream.of("goneWithBreakdown", "heldWithBreakdown")
                  .map(name -> released(AttributesTestCases.class, name))
                  .toList(),
              "tare.breakdown",
              "always");

      assertThat(always.succeeded()).contains("goneWithBreakdown");
      assertThat(always.failure("heldWithBreakdown")).hasMessageContaining("  held by  ");
    }
  }

  static class AttributesTestCases {

    @BeforeEach
    void forget() {
      REGISTRY.clear();
    }

    @Test
    void forgottenAfterFourCollections(
        @MustBeCollected(within = "600 s") Released<Object> released) {
      Session session = new Session();
      REGISTRY.add(session);
      released.letGo(session);
      CollectionCountdown.start(4, REGISTRY::clear);
    }

    @Test
    void neverForgotten(@MustBeCollected(within = "40 ms") Released<Object> released) {
      Session session = new Session();
      REGISTRY.add(session);
      released.letGo(session);
    }

    @Test
    void goneWithBreakdown(@MustBeCollected Released<Object> released) {
      released.letGo(new Session());
    }

    @Test
    void heldWithBreakdown(@MustBeCollected Released<Object> released) {
      neverForgotten(released);
    }
  }

  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class ConfirmingCollection {

    private final ExecutedTests tests = ExecutedTests.jupiter(ConfirmingCollectionTestCases.class);

    @Test
    void objectsReleasedDuringTheSearchPass() {
      assertThat(tests.succeeded()).containsExactly("releasedLate");
      assertThat(tests.entries("releasedLate"))
          .containsEntry("tare.uncollected-objects.value", "0")
          .containsEntry("tare.uncollected-objects.outcome", "within");
    }

    @Test
    void oneOfTwoObjectsReleasedDuringTheSearchIsInconclusive() {
      assertThat(tests.abortion("oneOfTwoReleasedLate"))
          .hasMessageContaining("oneOfTwoReleasedLate() 1, limit 0: other threads let go of some")
          .hasMessageContaining("within = \"2 s\"");
    }
  }

  /**
   * Objects that a cleaner's thread releases after the first collections, before the confirming
   * one.
   */
  static class ConfirmingCollectionTestCases {

    /** Number of collections before the search. */
    private static final int COLLECTIONS_BEFORE_THE_SEARCH = 3;

    private static final List<Object> LATE = new ArrayList<>();

    private static void letGo(Released<Object> released, List<Object> holder) {
      Session session = new Session();
      holder.add(session);
      released.letGo(session);
    }

    @BeforeEach
    void forget() {
      LATE.clear();
      REGISTRY.clear();
    }

    @Test
    void releasedLate(@MustBeCollected Released<Object> released) {
      letGo(released, LATE);
      CollectionCountdown.start(COLLECTIONS_BEFORE_THE_SEARCH, LATE::clear);
    }

    @Test
    void oneOfTwoReleasedLate(@MustBeCollected Released<Object> released) {
      letGo(released, LATE);
      letGo(released, REGISTRY);
      CollectionCountdown.start(COLLECTIONS_BEFORE_THE_SEARCH, LATE::clear);
    }
  }

  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class Returned {

    private final ExecutedTests tests = ExecutedTests.tare(ReturnedTestCases.class);

    @Test
    void collectedObjectPasses() {
      assertThat(tests.succeeded())
          .containsExactlyInAnyOrder("gone", "letGoToo", "letGoInTheFirstCall", "weighedToo");
    }

    @Test
    void heldObjectFails() {
      assertThat(tests.failure("held"))
          .hasMessageStartingWith("Not collected: 1 of 1 dev.tare.survival")
          .hasMessageContaining("returned by MustBeCollectedTests.ReturnedTestCases.held()")
          .hasMessageContaining("MustBeCollectedTests.REGISTRY");
    }

    @Test
    void missingObjectIsUnmeasured() {
      assertThat(tests.failure("nothing")).isInstanceOf(UnmeasuredException.class);
      assertThat(tests.failure("text")).isInstanceOf(UnmeasuredException.class);
    }

    @Test
    void methodWithoutAnObjectIsRefused() {
      assertThat(tests.failure("number"))
          .isInstanceOf(TareConfigurationException.class)
          .hasMessageContaining("@MustBeCollected Released<Session> sessions");
    }

    @Test
    void methodThatReturnsAnObjectAndHasAParameterIsRefused() {
      assertThat(tests.failure("both"))
          .isInstanceOf(TareConfigurationException.class)
          .hasMessageContaining("\"void both(Released<Session> sessions)\"");
    }

    @Test
    void malformedTimeIsRefused() {
      assertThat(tests.failure("within"))
          .isInstanceOf(TareConfigurationException.class)
          .hasMessageContaining("\"soon\"");
    }
  }

  static class ReturnedTestCases {

    @MustBeCollected
    Object both(Released<Object> released) {
      released.letGo(new Session());
      return new Session();
    }

    @dev.tare.allocation.MaxAllocatedBytes("1 GB")
    Object letGoToo(@MustBeCollected Released<Object> released) {
      Session session = new Session();
      released.letGo(session);
      return session;
    }

    @dev.tare.allocation.MaxAllocatedBytes(value = "1 GB", runs = 1, warmups = 0)
    Object letGoInTheFirstCall(@MustBeCollected Released<Object> released) {
      return letGoToo(released);
    }

    @dev.tare.retained.MaxRetainedSize("4 KiB")
    Object weighedToo(@MustBeCollected Released<Object> released) {
      return letGoToo(released);
    }

    @MustBeCollected
    Object gone() {
      return new Session();
    }

    @MustBeCollected
    Object held() {
      REGISTRY.clear();
      Session session = new Session();
      REGISTRY.add(session);
      return session;
    }

    @MustBeCollected
    @Nullable Object nothing() {
      return null;
    }

    @MustBeCollected
    String text() {
      return "text";
    }

    @MustBeCollected
    int number() {
      return 1;
    }

    @MustBeCollected(within = "soon")
    Object within() {
      return new Session();
    }
  }

  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS) // the test cases run once for all
  class LocalVariables {

    private final ExecutedTests tests = ExecutedTests.tare(ThreadTestCases.class);
    private final ExecutedTests jupiter = ExecutedTests.jupiter(ThreadTestCases.class);

    @Test
    void objectOfALocalVariableFailsWithoutAPath() {
      assertThat(tests.failure("held"))
          .message()
          .startsWith("Not collected: 1 of 1 dev.tare.survival.MustBeCollectedTests$Session")
          .contains("  held by     nothing that a walk can see: a local variable or native code\n")
          .contains("local variables and JNI references not searched")
          .doesNotContain("would go", "dump");
    }

    @Test
    void objectOfALocalVariableFailsWithoutBreakdown() {
      assertThat(
              ExecutedTests.by(
                      "tare",
                      List.of(selectMethod(ThreadTestCases.class, "held")),
                      "tare.breakdown",
                      "never")
                  .failure("held"))
          .hasMessageStartingWith("Not collected: 1 of 1 ")
          .hasMessageNotContaining("held by");
    }

    @Test
    void softReferenceDoesNotHideALocalVariable() {
      assertThat(tests.failure("heldSoftlyToo"))
          .hasMessageStartingWith("Not collected: 1 of 1 ")
          .hasMessageContaining("  held by     nothing that a walk can see: a local variable");
    }

    @Test
    void softReferenceInALocalVariableCountsAsStrong() {
      assertThat(jupiter.failure("softReferenceInALocalVariable"))
          .hasMessageStartingWith("Not collected: 1 of 1 ")
          .hasMessageContaining("  held by     nothing that a walk can see: a local variable");
    }

    @Test
    void pathIsShownBesideAnObjectOfALocalVariable() {
      assertThat(jupiter.failure("heldInBothWays"))
          .hasMessageStartingWith("Not collected: 2 of 2 ")
          .hasMessageContaining("  no path from a visible root\n")
          .hasMessageContaining("  held by     static field");
    }

    @Test
    void objectOfAClassLoaderInALocalVariableIsInconclusive() {
      assertThat(jupiter.abortion("heldByItsClassLoader"))
          .message()
          .containsIgnoringWhitespaces("or a class loader that nothing visible holds lead to");
    }
  }

  static class ThreadTestCases {

    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicReference<@Nullable Object> passed = new AtomicReference<>();

    @MustBeCollected
    Session held() throws InterruptedException {
      Session session = new Session();
      hold(session);
      return session;
    }

    @MustBeCollected
    Session heldSoftlyToo() throws InterruptedException {
      Session session = held();
      soft = new SoftReference<>(session);
      return session;
    }

    @Test
    void heldInBothWays(@MustBeCollected Released<Session> released) throws InterruptedException {
      REGISTRY.clear();
      REGISTRY.add(new Session());
      released.letGo((Session) REGISTRY.get(0));
      released.letGo(held());
    }

    @Test
    void heldByItsClassLoader(@MustBeCollected Released<Object> released) throws Exception {
      Object plugin = new CopyingLoader(Plugin.class).instance(Plugin.class);
      released.letGo(((Supplier<?>) plugin).get());
      hold(plugin);
    }

    @Test
    void softReferenceInALocalVariable(@MustBeCollected Released<Session> released)
        throws InterruptedException {
      Session session = new Session();
      released.letGo(session);
      hold(new SoftReference<>(session));
    }

    @AfterEach
    void end() {
      end.countDown();
    }

    private void hold(Object object) throws InterruptedException {
      passed.set(object);
      Thread thread = new Thread(this::work, "worker");
      thread.setDaemon(true);
      thread.start();
      started.await();
    }

    private void work() {
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
  }

  @Nested
  class OtherJvms {

    @Test
    void survivorIsInconclusiveIfNoAgentIsAllowed() {
      ChildJvm child =
          ChildJvm.run(
              List.of(
                  "--limit-modules=java.logging,java.instrument,java.management,jdk.management"),
              SurvivorProbe.class,
              "held");

      assertThat(child.out())
          .as(child.err())
          .startsWith("org.opentest4j.TestAbortedException: inconclusive: uncollected objects of")
          .containsIgnoringWhitespaces(
              "held() 1, limit 0: what holds the objects cannot be searched")
          .containsIgnoringWhitespaces("this JVM does not accept an agent");
    }

    @Test
    void garbageIsCollectedEvenIfExplicitGcIsDisabled() {
      ChildJvm child =
          ChildJvm.run(
              List.of("-XX:+DisableExplicitGC", "-XX:+EnableDynamicAgentLoading"),
              SurvivorProbe.class,
              "held");

      assertThat(child.out())
          .as(child.err())
          .startsWith("org.opentest4j.AssertionFailedError: Not collected: 1 of 1 int[] returned");
    }

    @Test
    void collectorThatNeverCollectsIsUnmeasured() {
      ChildJvm child =
          ChildJvm.run(
              List.of(
                  "-Xlog:disable",
                  "-Xmx512m",
                  "-XX:+UnlockExperimentalVMOptions",
                  "-XX:+UseEpsilonGC"),
              SurvivorProbe.class,
              "held",
              "keeps");

      assertThat(child.out().split("\\R(?=dev)", -1))
          .as(child.err())
          .hasSize(2)
          .allSatisfy(
              thrown ->
                  assertThat(thrown)
                      .startsWith("dev.tare.extension.UnmeasuredException: unmeasured: ")
                      .contains("collector did not collect anything")
                      .contains("-XX:+UseG1GC"));
    }
  }

  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class OtherParameters {

    private final ExecutedTests tests = ExecutedTests.jupiter(OtherParameterTestCases.class);

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            session | Session | Released<Session> session
            number  | int     | Released<Session> number
            text    | String  | Released<Session> text
            """)
    void parameterOfAnotherTypeIsRefused(String test, String type, String example) {
      assertThat(tests.failure(test))
          .isInstanceOf(TareConfigurationException.class)
          .hasMessage(
              "@MustBeCollected on parameter %s of MustBeCollectedTests.OtherParameterTestCases.%s():"
                      .formatted(test, test)
                  + " no object can be let go of through a parameter of type %s; declare it as \"%s\""
                      .formatted(type, example));
    }

    @Test
    void bodyIsNotCalled() {
      assertThat(REGISTRY).isEmpty();
    }
  }

  static class OtherParameterTestCases {

    @Test
    void session(@MustBeCollected Session session) {
      REGISTRY.add(session);
    }

    @Test
    void number(@MustBeCollected int number) {
      REGISTRY.add(number);
    }

    @ParameterizedTest(name = "text")
    @ValueSource(strings = "argument")
    void text(@MustBeCollected String text) {
      REGISTRY.add(text);
    }
  }

  @Nested
  class OtherKindsOfTests {

    @Test
    void fieldOfAnEnclosingInstanceIsUnmeasured() {
      assertThat(ExecutedTests.jupiter(EnclosingTestCases.class).failure("kept"))
          .isInstanceOf(UnmeasuredException.class)
          .hasMessageContaining("EnclosingTestCases .kept");
    }

    @Test
    void survivorBesideOtherTestsIsInconclusive() {
      ExecutedTests tests =
          ExecutedTests.jupiter(
              ConcurrentTestCases.class, "junit.jupiter.execution.parallel.enabled", "true");

      assertThat(tests.succeeded()).containsExactly("gone");
      assertThat(tests.abortion("held")).hasMessageContaining("@Isolated on its class");
    }
  }

  static class EnclosingTestCases {

    private @Nullable Object kept;

    @Nested
    class Inner {

      @Test
      void kept(@MustBeCollected Released<Object> released) {
        kept = new Session();
        released.letGo(kept);
      }
    }
  }

  static class ConcurrentTestCases {

    @Test
    void gone(@MustBeCollected Released<Object> released) {
      released.letGo(new Session());
    }

    @Test
    void held(@MustBeCollected Released<Object> released) {
      Session session = new Session();
      REGISTRY.add(session);
      released.letGo(session);
    }
  }
}
