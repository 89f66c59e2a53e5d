package dev.tare.survival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.retained.Retained;
import dev.tare.testing.WeavesOrWalks;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Cleaner;
import java.lang.ref.SoftReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.AssertionFailedError;

@Isolated("objects of other tests would be in the figures")
@WeavesOrWalks
class MaxSurvivingBytesTests {

  static final List<Object> REGISTRY = new ArrayList<>();
  static final Map<Integer, Object> CACHE = new HashMap<>();

  @SuppressWarnings("JdkObsolete") // a chain of nodes
  static final List<Object> LINKED = new LinkedList<>();

  static final class Session {
    final byte[] content = new byte[1_000];
  }

  @AfterEach
  void forget() {
    REGISTRY.clear();
    CACHE.clear();
    LINKED.clear();
    HolderTestCases.chain = null;
  }

  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class Limits {

    private final ExecutedTests tests = ExecutedTests.tare(LimitTestCases.class);

    @Test
    void callsThatLeaveNothingBehindPass() {
      assertThat(tests.succeeded())
          .containsExactlyInAnyOrder("keepsNothing", "keepsWhatItReturns", "exactlyTheLimit");
      assertThat(tests.entries("keepsNothing")).containsEntry("tare.surviving-bytes.value", "0 B");
      assertThat(tests.entries("exactlyTheLimit"))
          .containsEntry("tare.surviving-bytes.value", "1032 B");
    }

    @Test
    void callThatKeepsOneObjectFailsWithItsBytes() {
      assertThat(tests.failure("keepsOne"))
          .isInstanceOf(AssertionFailedError.class)
          .message()
          .startsWith("Surviving bytes of MaxSurvivingBytesTests.LimitTestCases.keepsOne() ")
          .contains("(1,032 B) exceed 1 KiB (1,031 B)\n")
          .containsPattern("1,016 B +1  byte\\[]")
          .doesNotContain("  16 B ") // less than 5 %
          .contains(" rounds of 10 calls")
          .contains("would pass  \"1032 B\"");
    }

    @Test
    void bufferLongerThanARoundIsInconclusive() {
      assertThat(tests.abortion("mapOfSixteenThatIsEmptied"))
          .message()
          .containsIgnoringWhitespaces("the rounds do not agree on how many objects of")
          .containsIgnoringWhitespaces("raise calls");
    }

    @Test
    void listThatGrowsWithoutEndIsInconclusive() {
      assertThat(tests.abortion("listThatGrows"))
          .hasMessageContaining("the rounds do not agree")
          .hasMessageContaining("  an array grew")
          .hasMessageContaining("raise calls or warmups");
    }

    @Test
    void exceptionOfTheTestComesFirst() {
      assertThat(tests.failure("throwing")).hasMessage("own");
    }
  }

  static class LimitTestCases {

    private final Map<Integer, Object> map = new HashMap<>();
    private final List<Object> constants = new ArrayList<>();
    private int calls;

    @NoSurvivors
    void keepsNothing() {
      new Session();
    }

    @NoSurvivors
    Object keepsWhatItReturns() {
      return new Session();
    }

    /** Holds more objects than a round has calls. */
    @NoSurvivors
    void mapOfSixteenThatIsEmptied() {
      map.put(calls++, new Session());
      if (calls % 16 == 0) {
        map.clear();
      }
    }

    @MaxSurvivingBytes(value = "0 B", calls = 100)
    void listThatGrows() {
      for (int i = 0; i < 10; i++) {
        constants.add("constant");
      }
    }

    @MaxSurvivingBytes(value = "1032 B", rounds = 3)
    void exactlyTheLimit() {
      REGISTRY.add(new Session());
    }

    @MaxSurvivingBytes("1031 B")
    void keepsOne() {
      REGISTRY.add(new Session());
    }

    @NoSurvivors
    void throwing() {
      throw new IllegalStateException("own");
    }
  }

  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class Cleanups {

    private final ExecutedTests tests = ExecutedTests.tare(CleanupTestCases.class);

    @Test
    void objectsThatFinalizersAndCleanersStillNeedDoNotCount() {
      assertThat(tests.entries("keepsOneOfTwoWithCleaners"))
          .containsEntry("tare.surviving-objects.value", "1");
      assertThat(tests.entries("keepsNoneWithFinalizers"))
          .containsEntry("tare.surviving-bytes.value", "0 B");
    }
  }

  /** Bodies beside which the JVM runs finalizers and cleaners. */
  static class CleanupTestCases {

    private static final Cleaner CLEANER = Cleaner.create();
    private static final long WORK_NANOS = 5_000_000;

    /** Computes for a while. */
    private static void work() {
      long end = System.nanoTime() + WORK_NANOS;
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
    }

    /** Waits for a while, as for another process. */
    private static void waits() {
      long end = System.nanoTime() + WORK_NANOS;
      for (long left = WORK_NANOS; left > 0; left = end - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
    }

    private static final class Finalized {
      @Override
      @SuppressWarnings({"deprecation", "removal", "Finalize"}) // what is tested
      protected void finalize() {
        work();
      }
    }

    /** Action that its cleaner holds until it has run. */
    private static final class Cleaned implements Runnable {
      @Override
      public void run() {
        waits();
      }
    }

    @MaxSurvivors(type = Cleaned.class, value = 1)
    void keepsOneOfTwoWithCleaners() {
      Object kept = new Object();
      REGISTRY.add(kept);
      CLEANER.register(kept, new Cleaned());
      CLEANER.register(new Object(), new Cleaned());
    }

    @NoSurvivors
    void keepsNoneWithFinalizers() {
      new Finalized();
    }
  }

  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class Selections {

    private final ExecutedTests tests =
        ExecutedTests.tare(SelectionTestCases.class, "tare.breakdown", "never");

    @Test
    void subtypesCount() {
      assertThat(tests.failure("numbers")).hasMessageContaining(" 40 B exceed 0 B");
    }

    @Test
    void onlyObjectsOfThePackageCount() {
      assertThat(tests.failure("packageOfTheTest"))
          .hasMessageContaining("Surviving bytes of package dev.tare.survival of")
          .hasMessageContaining(" 16 B exceed 0 B")
          .hasMessageNotContaining("held by");
    }

    @Test
    void objectsOfOtherClassesDoNotCount() {
      assertThat(tests.succeeded()).containsExactlyInAnyOrder("otherType", "otherPackage");
    }

    @Test
    void lambdaThatMayBeOfTheTypeIsInconclusive() {
      assertThat(tests.abortion("lambdas"))
          .message()
          .containsIgnoringWhitespaces("SelectionTestCases$$Lambda")
          .containsIgnoringWhitespaces("leave out type");
      assertThat(tests.failure("besideLambdas"))
          .hasMessageStartingWith("Surviving objects of type java.lang.Runnable of ")
          .hasMessageContaining("besideLambdas() 2 exceed 1")
          .hasMessageContaining("all equal, after 2 warm-up calls; interval 2 to 3;");
    }
  }

  static class SelectionTestCases {

    private void keep() {
      REGISTRY.add(new Session());
    }

    @MaxSurvivingBytes(value = "0 B", type = Number.class, rounds = 2)
    void numbers() {
      REGISTRY.add(1_000_000 + REGISTRY.size());
      REGISTRY.add(1_000_000L + REGISTRY.size());
    }

    @MaxSurvivingBytes(value = "0 B", type = Thread.class)
    void otherType() {
      keep();
    }

    @MaxSurvivingBytes(value = "0 B", packageOf = Session.class, rounds = 2)
    void packageOfTheTest() {
      keep();
    }

    @MaxSurvivingBytes(value = "0 B", packageOf = Stream.class)
    void otherPackage() {
      keep();
    }

    @MaxSurvivingBytes(value = "0 B", type = Supplier.class, rounds = 2)
    void lambdas() {
      int captured = REGISTRY.size();
      Supplier<Integer> lambda = () -> captured;
      REGISTRY.add(lambda);
    }

    @MaxSurvivors(value = 1, type = Runnable.class, rounds = 2)
    void besideLambdas() {
      Object captured = REGISTRY.size();
      Runnable lambda = () -> REGISTRY.remove(captured);
      Runnable[] others = {new CleanupTestCases.Cleaned(), new CleanupTestCases.Cleaned()};
      REGISTRY.addAll(List.of(lambda, others[0], others[1]));
    }
  }

  @Nested
  class OtherKindsOfTests {

    @Test
    void testBesideOtherTestsIsInconclusive() {
      ExecutedTests tests =
          ExecutedTests.jupiter(
              ConcurrentTestCases.class, "junit.jupiter.execution.parallel.enabled", "true");

      assertThat(tests.succeeded()).isEmpty();
      assertThat(tests.abortion("drops")).hasMessageContaining("@Isolated on its class");
    }
  }

  @Nested
  class BesideAThreadThatKeepsObjects {

    private final ExecutedTests tests =
        ExecutedTests.jupiter(BackgroundTestCases.class, "tare.breakdown", "never");

    @Test
    void onlyTheLeakLargerThanTheBackgroundFails() {
      assertThat(tests.failed()).containsExactly("keepsMuch");
      assertThat(tests.failure("keepsMuch")).hasMessageContaining(" exceed 0 B");
    }
  }

  static class BackgroundTestCases {

    private static final List<Object> BACKGROUND = new ArrayList<>(10_000);
    private static final Cleaner CLEANER = Cleaner.create();
    private static volatile boolean isRunning;

    @BeforeAll
    static void start() {
      isRunning = true;
      keepOneInEachCollection();
    }

    /** Keeps an array whenever the previous dead object was collected, in the cleaner's thread. */
    private static void keepOneInEachCollection() {
      CLEANER.register(
          new Object(),
          () -> {
            if (isRunning) {
              BACKGROUND.add(new byte[16]);
              keepOneInEachCollection();
            }
          });
    }

    @AfterAll
    static void stop() {
      isRunning = false;
      BACKGROUND.clear();
    }

    @Test
    @NoSurvivors
    void keepsMuch() {
      REGISTRY.add(new byte[100_000]);
    }

    @Test
    @NoSurvivors
    void keepsNothing() {
      new Session();
    }
  }

  static class ConcurrentTestCases {

    @Test
    @NoSurvivors
    void drops() {
      new Session();
    }
  }

  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class BadInput {

    private final ExecutedTests tests = ExecutedTests.tare(BadTestCases.class);

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            noUnit         | "0"                               | for example
            noCalls        | calls = 0: a round has            | for example calls = 10
            oneRound       | rounds = 1                        | for example rounds = 5
            manyRounds     | rounds = 101                      | calls = 1_000
            warmUps        | warmups = -1                      | for example warmups = 2
            both           | a type and a package              | for example type =
            primitive      | a primitive value is not an object | Integer.class
            fewerThanNone  | MaxSurvivors                      | -1
            differs        | NoSurvivors                       | MaxSurvivingBytes
            """)
    void malformedAnnotationIsRefused(String test, String text, String example) {
      assertThat(tests.failure(test))
          .isInstanceOf(TareConfigurationException.class)
          .hasMessageContaining(text)
          .hasMessageContaining(example);
    }

    @Test
    void noBodyIsCalled() {
      assertThat(BadTestCases.CALLED).isEmpty();
    }
  }

  static class BadTestCases {

    static final List<String> CALLED = new ArrayList<>();

    private void call() {
      CALLED.add("");
    }

    @MaxSurvivingBytes("0")
    void noUnit() {
      call();
    }

    @MaxSurvivingBytes(value = "0 B", calls = 0)
    void noCalls() {
      call();
    }

    @MaxSurvivingBytes(value = "0 B", rounds = 1)
    void oneRound() {
      call();
    }

    @MaxSurvivingBytes(value = "0 B", rounds = 101)
    void manyRounds() {
      call();
    }

    @MaxSurvivingBytes(value = "0 B", warmups = -1)
    void warmUps() {
      call();
    }

    @MaxSurvivingBytes(value = "0 B", type = Session.class, packageOf = Session.class)
    void both() {
      call();
    }

    @MaxSurvivors(value = 0, type = int.class)
    void primitive() {
      call();
    }

    @MaxSurvivors(-1)
    void fewerThanNone() {
      call();
    }

    @NoSurvivors
    @MaxSurvivingBytes("1 KiB")
    void differs() {
      call();
    }
  }

  @Nested
  class NumbersOfObjects {

    private final ExecutedTests tests =
        ExecutedTests.tare(ObjectTestCases.class, "tare.breakdown", "never");

    @Test
    void objectsAreCounted() {
      assertThat(tests.failure("keepsTwo"))
          .hasMessageContaining("Surviving objects of ")
          .hasMessageContaining("keepsTwo() 2 exceed 1")
          .hasMessageContaining("would pass  2");
      assertThat(tests.entries("exactlyTwo")).containsEntry("tare.surviving-objects.value", "2");
    }
  }

  static class ObjectTestCases {

    @MaxSurvivors(value = 1, rounds = 2)
    void keepsTwo() {
      REGISTRY.add(new Session());
    }

    @MaxSurvivors(value = 2, rounds = 2)
    void exactlyTwo() {
      REGISTRY.add(new Session());
    }
  }

  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class Holders {

    /** Line that creates the objects; rows with this line have only a part of the path. */
    private static final String IN_A_MAP =
        "MaxSurvivingBytesTests.HolderTestCases.inAStaticMap\\(MaxSurvivingBytesTests.java:\\d+\\),";

    private final ExecutedTests tests = ExecutedTests.withVerdicts("tare", HolderTestCases.class);

    @Test
    void rowsShowLinesAndPaths() {
      assertThat(tests.rows("inAStaticMap"))
          .containsPattern(
              "1016 1 byte\\[] +MaxSurvivingBytesTests.Session.<init>\\(Max.*:\\d+\\),"
                  + " held at .table\\[\\*]\\.value\\.content\n")
          .containsPattern(
              "32 1 java.util.HashMap\\$Node +" + IN_A_MAP + " held at .table\\[\\*]\n")
          .containsPattern("16 1 .*Session +" + IN_A_MAP + " held at .table\\[\\*].value\n")
          .containsPattern("16 1 java.lang.Integer +" + IN_A_MAP + " held at .table\\[\\*].key\n");
      assertThat(tests.failure("inAStaticMap"))
          .message()
          .contains("  held by     static field dev.tare.survival.MaxSurvivingBytesTests.CACHE\n")
          .contains("  would go    without dev.tare.survival.MaxSurvivingBytesTests.CACHE\n")
          .doesNotContain("other paths")
          .doesNotContain("no path");
    }

    @Test
    void fieldOfTheTestIsNamed() {
      assertThat(tests.failure("inAField"))
          .hasMessageContaining(
              "held by     test object dev.tare.survival.MaxSurvivingBytesTests$Holder")
          .hasMessageContaining(".field");
    }

    @Test
    void linksOfAChainHaveOneRow() {
      assertThat(tests.rows("inAnOwnChain"))
          .containsPattern("24 1 .*\\$Link +[\\w.]*inAnOwnChain\\([\\w.:]+\\)\n")
          .containsPattern("16 1 java.lang.Object +static field .*chain .item\n");
    }

    @Test
    void objectsBeforeTheNewestHaveItsRow() {
      assertThat(tests.rows("inAnOwnList"))
          .containsPattern("24 1 .*\\$Cell +[^\n]*OwnList.add")
          .containsPattern("24 1 byte\\[] +[^\n]*inAnOwnList")
          .containsOnlyOnce("$Cell")
          .containsOnlyOnce("byte[]");
    }

    @Test
    void objectsInASoftlyHeldArrayHaveTheirRowAndPath() {
      assertThat(tests.rows("inASoftArray"))
          .containsPattern(
              "24 1 java.lang.String .*inASoftArray.*, softly held at .referent\\[\\*]\n")
          .containsPattern(
              "24 1 byte\\[] .*softly held by static field .*NAMES .referent.*\\.value\n");
      assertThat(tests.failure("inASoftArray"))
          .hasMessageContaining("held by     static field")
          .hasMessageContaining("HolderTestCases.NAMES\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"inAStaticMap", "inAField", "local"})
    void messageHasAtMostTwelveLines(String test) {
      String message = String.valueOf(tests.failure(test).getMessage());

      assertThat(message.lines()).as(message).hasSizeLessThanOrEqualTo(12);
      assertThat(message).contains("\n  held by     ");
    }

    @Test
    void threadsHaveOneRow() {
      assertThat(tests.failure("threads"))
          .message()
          .containsPattern("java.lang.Thread +.*HolderTestCases.threads\\(.*:\\d+\\)\n");
    }

    @Test
    void rowsWithoutAPathSaySo() {
      assertThat(tests.failure("local")).hasMessageContaining("no path from a visible root");
    }
  }

  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class Lines {

    private final ExecutedTests tests = ExecutedTests.withVerdicts("tare", LineTestCases.class);

    @Test
    void objectsOfOneClassHaveARowForEachLine() {
      assertThat(tests.rows("twoLines"))
          .containsPattern("1 1 .*Session +MaxSurvivingBytesTests.LineTestCases.leaks\\(")
          .containsPattern("1 1 .*Session +MaxSurvivingBytesTests.LineTestCases.leaksToo\\(")
          .doesNotContain("forgets(");
      assertThat(tests.failure("twoLines")).hasMessageContaining("twoLines() 2 exceed 0");
    }

    @Test
    void objectOfAClassLoadedInEachCallHasItsLine() {
      assertThat(tests.rows("classLoadedInEachCall"))
          .containsPattern("1 1 .*LineTestCases\\$Plugin +.*LineTestCases.plugin\\(.*:\\d+\\)");
    }

    @Test
    void objectCreatedInAnotherThreadHasItsLine() {
      assertThat(tests.rows("inAPool"))
          .containsPattern("1 1 .*Session +.*LineTestCases.leaks\\(.*:\\d+\\)");
    }

    @Test
    void lambdaHasTheLineThatEvaluatesIt() {
      assertThat(tests.rows("lambda"))
          .containsPattern("1 1 .*LineTestCases\\$\\$Lambda +.*LineTestCases.lambda\\(.*:\\d+\\)");
    }

    @Test
    void pathIsThatOfAnObjectWithALine() {
      assertThat(String.valueOf(tests.failure("arraysOfOthersToo").getMessage()))
          .contains("  held by     static field dev.tare.survival.MaxSurvivingBytesTests.LINKED\n");
    }

    @Test
    void rowsAddUpToTheFigure() {
      // a breakdown refuses rows that do not add up
      assertThat(tests.failure("severalRoots")).hasMessageContaining("severalRoots() 3 exceed 0");
      assertThat(tests.rows("severalRoots"))
          .containsPattern("1 1 .*Session +.*leaks\\(.*\\), held at .elementData\\[\\*]\n")
          .containsPattern("1 1 .*Session +.*severalRoots\\(.*\\), held by static field .*LINKED ");
    }
  }

  static class LineTestCases {

    private static void leaks() {
      REGISTRY.add(new Session());
    }

    private static void leaksToo() {
      REGISTRY.add(new Session());
    }

    private static int forgets() {
      return new Session().content.length;
    }

    /** The JDK creates the larger array. */
    @MaxSurvivors(type = long[].class, value = 0, rounds = 2)
    void arraysOfOthersToo() {
      BitSet bits = new BitSet();
      bits.set(10_000);
      REGISTRY.add(bits.toLongArray());
      LINKED.add(new long[10]);
    }

    @MaxSurvivors(type = Session.class, value = 0, rounds = 2)
    int twoLines() {
      leaks();
      leaksToo();
      return forgets();
    }

    @MaxSurvivors(type = Session.class, value = 0, rounds = 2)
    void inAPool() throws Exception {
      FutureTask<Object> task = new FutureTask<>(LineTestCases::leaks, "");
      Thread thread = new Thread(task);
      thread.start();
      task.get();
      thread.join();
    }

    @MaxSurvivors(packageOf = Session.class, value = 0, rounds = 2)
    void lambda() {
      int captured = REGISTRY.size();
      Supplier<Integer> lambda = () -> captured;
      REGISTRY.add(lambda);
    }

    @MaxSurvivors(packageOf = Session.class, value = 0, rounds = 2)
    void severalRoots() {
      leaks();
      LINKED.add(new Session());
      CACHE.put(CACHE.size(), new Session());
    }

    /** Class that each loader defines again. */
    public static final class Plugin {}

    @MaxSurvivors(packageOf = Session.class, value = 0, calls = 2, rounds = 2)
    void classLoadedInEachCall() throws Exception {
      REGISTRY.add(plugin());
    }

    /** Returns an object whose class is loaded for this object alone. */
    static Object plugin() throws Exception {
      return new OwnLoader().loadClass(Plugin.class.getName()).getConstructor().newInstance();
    }
  }

  /** Loader that defines the plugin itself. */
  private static final class OwnLoader extends ClassLoader {

    OwnLoader() {
      super(MaxSurvivingBytesTests.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(LineTestCases.Plugin.class.getName())) {
        return super.loadClass(name, resolve);
      }
      try (InputStream file =
          MaxSurvivingBytesTests.class.getResourceAsStream(
              "MaxSurvivingBytesTests$LineTestCases$Plugin.class")) {
        byte[] bytes = Objects.requireNonNull(file).readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  /** Link of a chain of the application. */
  @SuppressWarnings("unused") // the walk reads them
  private record Link(Object item, @Nullable Link next) {}

  /** List of the application that knows its last cell. */
  @SuppressWarnings("UnusedVariable") // the walk reads them
  private static final class OwnList {

    private static final class Cell {
      private final Object item;
      private @Nullable Cell next;

      Cell(Object item) {
        this.item = item;
      }
    }

    private @Nullable Cell first;
    private @Nullable Cell last;

    void add(Object item) {
      Cell cell = new Cell(item);
      if (last == null) {
        first = cell;
      } else {
        last.next = cell;
      }
      last = cell;
    }
  }

  static class HolderTestCases {
    private static final OwnList OWN_LIST = new OwnList();
    private static final SoftReference<String[]> NAMES = new SoftReference<>(new String[512]);
    private static @Nullable Link chain;
    private int number;
    private final List<Object> field = new ArrayList<>(1_000);

    @MaxSurvivingBytes(value = "0 B", rounds = 3)
    void inAStaticMap(@MaxRetainedSize("1 MiB") Retained<Object> retained) {
      retained.hold(new Session());
      CACHE.put(1_000 + CACHE.size(), retained.handedOver());
    }

    @MaxSurvivingBytes(value = "0 B", rounds = 3)
    void inAField() {
      field.add(new Session());
    }

    @MaxSurvivingBytes(value = "0 B", rounds = 3)
    void inAnOwnChain() {
      chain = new Link(new Object(), chain);
    }

    @MaxSurvivingBytes(value = "0 B", rounds = 3)
    void inAnOwnList() {
      OWN_LIST.add(new byte[8]);
    }

    @MaxSurvivingBytes(value = "0 B", rounds = 3)
    void inASoftArray() {
      String[] names = Objects.requireNonNull(NAMES.get());
      names[number] = "name " + number++;
    }

    @MaxSurvivingBytes(value = "0 B", calls = 3, rounds = 2)
    void threads() {
      Thread thread = new Thread(LockSupport::park);
      thread.setDaemon(true);
      thread.start();
    }

    @MaxSurvivingBytes(value = "0 B", calls = 3, rounds = 2, type = Session.class)
    void local() throws InterruptedException {
      CountDownLatch created = new CountDownLatch(1);
      Thread thread = new Thread(() -> parkWithASession(created));
      thread.setDaemon(true);
      thread.start();
      created.await();
    }
  }

  /** Waits with a session in a local variable, which holds it while the method is interpreted. */
  private static void parkWithASession(CountDownLatch created) {
    Session session = new Session();
    created.countDown();
    while (session.content.length > 0) {
      LockSupport.park();
    }
  }

  @Nested
  class OtherJvms {

    private static final Pattern FIGURE =
        Pattern.compile(
            "keepsInAThread\\(\\) (\\d+) B exceed 0 B\n.*"
                + "100\\.0 % +\\d+ B +1  byte\\[] +SurvivorProbe\\.OneTestCases\\.lambda.*"
                + "would pass  \"(\\d+) B\"",
            Pattern.DOTALL);

    /**
     * The figure is 72 B, or an interval that includes it: beside a load, the rounds differ by
     * arrays of the JVM's own.
     */
    @Test
    void objectThatAThreadKeepsFailsWithItsBytesAndLineInAFreshJvm() {
      ChildJvm child =
          ChildJvm.run(
              List.of("-XX:+EnableDynamicAgentLoading"), SurvivorProbe.class, "keepsInAThread");

      Matcher figure = FIGURE.matcher(child.out());
      assertThat(figure.find()).as(child.out() + child.err()).isTrue();
      assertThat(72L)
          .as(child.out())
          .isBetween(Long.parseLong(figure.group(1)), Long.parseLong(figure.group(2)));
    }

    @Test
    void figureIsExactIfNoAgentIsAllowed(@TempDir Path folder) {
      ChildJvm child =
          ChildJvm.run(
              List.of("-Djava.io.tmpdir=" + folder.resolve("nowhere")),
              SurvivorProbe.class,
              "keeps");

      assertThat(child.out())
          .as(child.err())
          .startsWith("org.opentest4j.AssertionFailedError: Surviving bytes of SurvivorProbe")
          .contains(" 24 B exceed 0 B")
          .contains("  held by     unknown, since not searched: no agent can be")
          .contains("-javaagent:");
    }
  }
}
