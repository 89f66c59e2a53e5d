package dev.tare.invocations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.tare.ExecutedTests;
import dev.tare.MeasuredFigure;
import dev.tare.Tare;
import dev.tare.Weighed;
import dev.tare.extension.TareConfigurationException;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.survival.MaxSurvivingBytes;
import dev.tare.testing.WeavesOrWalks;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.AssertionFailedError;

@TestInstance(Lifecycle.PER_CLASS) // the test cases run once for all
@Isolated("transforms the classes of all tests")
@WeavesOrWalks
class MaxInvocationsTests {

  interface Store {
    String find(int id);

    default String first() {
      return "row";
    }

    default List<String> findAll(int... ids) {
      List<String> found = new ArrayList<>();
      for (int id : ids) {
        found.add(find(id));
      }
      return found;
    }
  }

  interface Named {
    String name();
  }

  static class MemoryStore implements Store {
    @Override
    public String find(int id) {
      return "row " + id;
    }
  }

  /** Calls the method that it overrides. */
  static class LoudStore extends MemoryStore {
    @Override
    public String find(int id) {
      return super.find(id).toUpperCase(Locale.ROOT);
    }
  }

  static class ThreeTestCases {

    @MaxInvocations(type = MemoryStore.class, method = "find", value = 1)
    @MaxSurvivingBytes("1 KiB")
    @MaxRetainedSize("2 KiB")
    byte[] finds() {
      return new byte[990 + new MemoryStore().find(1).length()];
    }
  }

  @Test
  void valueIsWeighedBeforeFurtherCallsLetGoOfIt() {
    ExecutedTests tests = ExecutedTests.tare(ThreeTestCases.class);

    assertThat(tests.succeeded()).containsExactly("finds");
    assertThat(tests.entries("finds")).containsEntry("tare.retained-size.value", "1016 B");
  }

  static class WeighedTestCases {

    @Weighed
    @MaxInvocations(type = MemoryStore.class, method = "find", value = 100)
    int weighed() {
      return new MemoryStore().findAll(1, 2, 3).size();
    }
  }

  @Test
  void invocationsHaveAWeight(@TempDir Path folder) throws IOException {
    ExecutedTests.tare(
            WeighedTestCases.class,
            "tare.lockDirectory",
            folder.toString(),
            "tare.missingWeight",
            "write")
        .allSucceed();

    Path lock = folder.resolve(WeighedTestCases.class.getName().replace('$', '.') + ".tare");
    assertThat(Files.readString(lock))
        .contains("weighed(): invocations of MemoryStore.find() = 3\n  3 called by Max");
  }

  private final ExecutedTests tests = ExecutedTests.withVerdicts("tare", CountedTestCases.class);

  @ParameterizedTest
  @CsvSource({
    "exactly, 3",
    "never, 0",
    "otherThreads, 0",
    "otherTypes, 1",
    "loadedMeanwhile, 2",
    "ofTheJdk, 2",
    "statics, 3",
    "recursive, 5",
    "whileAClassIsInitialized, 1"
  })
  void eachKindOfCallIsCountedExactly(String test, String calls) {
    assertThat(tests.entries(test))
        .containsEntry("tare.invocations.outcome", "within")
        .containsEntry("tare.invocations.value", calls)
        .doesNotContainKey("tare.invocations.upper");
  }

  @Test
  void callsOfOtherThreadsThatDoNotCountAreMentioned() {
    assertThat(tests.verdict("otherThreads"))
        .contains(
            "\"methods of that name began more often on other threads than the limit leaves;");
    assertThat(tests.verdict("exactly")).doesNotContain("other threads");
  }

  @Test
  void countAboveTheLimitFailsWithTheCallingLines() {
    assertThat(tests.failure("oneForEach"))
        .isExactlyInstanceOf(AssertionFailedError.class)
        .hasMessageStartingWith(
            "Invocations of Store.find() of MaxInvocationsTests.CountedTestCases.oneForEach() 4"
                + " exceed 1")
        .hasMessageContaining("75.0 %")
        .hasMessageContaining("called by  MaxInvocationsTests.Store.findAll(MaxInvocationsTests")
        .hasMessageContaining(
            "called by  MaxInvocationsTests.CountedTestCases.oneForEach(MaxInvocationsTests")
        .hasMessageContaining("calls of this thread, on dev.tare.invocations.")
        .hasMessageContaining("would pass  4");
  }

  @Test
  void callOfALibraryHasTheLineOfTheApplicationToo() {
    assertThat(tests.failure("sorts"))
        .hasMessageContaining("called by  ComparableTimSort.")
        .hasMessageContaining(
            " from MaxInvocationsTests.CountedTestCases.sorts(MaxInvocationsTests.java:");
  }

  @Test
  void bodyThatIsTheMethodItselfIsCounted() {
    Store store = new MemoryStore();

    MeasuredFigure first = Tare.calling(store::first).invocationsOf(Store.class, "first");

    assertThat(first.value().amount()).isEqualTo(1);
  }

  @Test
  void threadThatBeginsInterruptedCountsAndStaysInterrupted() {
    Store store = new MemoryStore();
    Thread.currentThread().interrupt();

    MeasuredFigure found = Tare.calling(() -> store.find(1)).invocationsOf(Store.class, "find");

    assertThat(Thread.interrupted()).isTrue();
    assertThat(found.value().amount()).isEqualTo(1);
  }

  @Test
  void countIsTheSameInEveryRun() {
    String message = message("oneForEach");

    for (int i = 0; i < 3; i++) {
      assertThat(message("oneForEach")).isEqualTo(message);
    }
  }

  private static String message(String name) {
    ExecutedTests alone =
        ExecutedTests.by("tare", List.of(selectMethod(CountedTestCases.class, name)));
    return String.valueOf(alone.failure(name).getMessage());
  }

  @Test
  void eachRepeatedAnnotationIsJudged() {
    assertThat(tests.succeeded()).contains("both");
    assertThat(tests.failure("bothTooOften"))
        .hasMessageContaining("nvocations of Store.find()")
        .hasMessageContaining("nvocations of Store.findAll()");
  }

  @Test
  void exceptionOfTheBodyIsThrownUnchanged() {
    assertThat(tests.failure("throwing")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void methodsAreRestored() throws ReflectiveOperationException {
    ExecutedTests.tare(CountedTestCases.class);

    Method method = MemoryStore.class.getMethod("find", int.class);
    assertThat(method.getParameters()[0].getName()).isEqualTo("id");
    assertThat(new LoudStore().find(1)).isEqualTo("ROW 1");
  }

  static class CountedTestCases {
    final Store store = new MemoryStore();

    @MaxInvocations(type = Store.class, method = "find", value = 3)
    Object exactly() {
      return store.findAll(1, 2, 3);
    }

    @MaxInvocations(type = Store.class, method = "find", value = 1)
    Object oneForEach() {
      store.find(1);
      return store.findAll(1, 2, 3);
    }

    @MaxInvocations(type = Store.class, method = "find", value = 0)
    void never() {}

    @MaxInvocations(type = Store.class, method = "find", value = 1)
    void otherThreads() throws InterruptedException {
      Thread thread = new Thread(() -> store.findAll(1, 2, 3));
      thread.start();
      thread.join();
    }

    @MaxInvocations(type = LoudStore.class, method = "find", value = 1)
    Object otherTypes() {
      store.findAll(1, 2, 3);
      return new LoudStore().find(1);
    }

    @MaxInvocations(type = Store.class, method = "find", value = 2)
    @MaxInvocations(type = Store.class, method = "findAll", value = 1)
    Object both() {
      return store.findAll(1, 2);
    }

    @MaxInvocations(type = Store.class, method = "find", value = 1)
    @MaxInvocations(type = Store.class, method = "findAll", value = 0)
    Object bothTooOften() {
      return store.findAll(1, 2);
    }

    @MaxInvocations(type = Named.class, method = "name", value = 2)
    Object loadedMeanwhile() {
      class Late implements Named {
        @Override
        public String name() {
          return "late";
        }
      }

      return new Late().name() + new Late().name();
    }

    @MaxInvocations(type = ArrayList.class, method = "size", value = 2)
    int ofTheJdk() {
      List<String> list = new ArrayList<>();
      return list.size() + list.size();
    }

    @MaxInvocations(type = CountedTestCases.class, method = "half", value = 3)
    int statics() {
      return half(half(half(8)));
    }

    static int half(int number) {
      return number / 2;
    }

    @MaxInvocations(type = CountedTestCases.class, method = "down", value = 5)
    int recursive() {
      return down(4);
    }

    int down(int from) {
      return from == 0 ? 0 : down(from - 1);
    }

    /**
     * Calls the method twice when it is initialized, which only the first test does that uses it.
     */
    static final class Rates {
      static final int SUM = half(8) + half(6);

      private Rates() {}

      static int rate() {
        return half(SUM);
      }
    }

    @MaxInvocations(type = CountedTestCases.class, method = "half", value = 1)
    int whileAClassIsInitialized() {
      return Rates.rate();
    }

    record Key(int number) implements Comparable<Key> {
      @Override
      public int compareTo(Key other) {
        return Integer.compare(number, other.number);
      }
    }

    @MaxInvocations(type = Key.class, method = "compareTo", value = 0)
    Object sorts() {
      Key[] keys = {new Key(2), new Key(1)};
      Arrays.sort(keys);
      return keys;
    }

    @MaxInvocations(type = Store.class, method = "find", value = 1)
    void throwing() {
      throw new IllegalStateException("on purpose");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "missing: method = \"search\": Store has no such method of its own; use method = \"find\"",
        "ofObject: method = \"toString\": Store has no such method of its own",
        "negative: a count cannot be negative: -1; for none, use 0"
      })
  void methodThatCannotBeCountedIsRefused(String nameAndMessage) {
    String[] parts = nameAndMessage.split(": ", 2);

    assertThat(ExecutedTests.tare(RefusedTestCases.class).failure(parts[0]))
        .isInstanceOf(TareConfigurationException.class)
        .hasMessageContaining(parts[1]);
  }

  static class RefusedTestCases {
    @MaxInvocations(type = Store.class, method = "search", value = 1)
    void missing() {}

    @MaxInvocations(type = Store.class, method = "toString", value = 1)
    void ofObject() {}

    @MaxInvocations(type = Store.class, method = "find", value = -1)
    void negative() {}
  }

  @Test
  void uncountableSubtypeIsInconclusiveUnlessTheRestExceedsTheLimit() {
    ExecutedTests mixed = ExecutedTests.tare(MixedTestCases.class);

    assertThat(mixed.failed()).containsExactly("tooOften");
    assertThat(mixed.succeeded()).isEmpty();
    assertThat(mixed.abortion("few"))
        .message()
        .containsIgnoringWhitespaces("java.lang.Integer.intValue()")
        .containsIgnoringWhitespaces("cannot be counted; name a narrower type")
        .contains("it is at least that")
        .doesNotContain("would pass");
    assertThat(mixed.failure("tooOften"))
        .hasMessageContaining("it is at least that")
        .hasMessageNotContaining("would pass");
  }

  static class MixedTestCases {
    final AtomicInteger number = new AtomicInteger(1);

    @MaxInvocations(type = Number.class, method = "intValue", value = 9)
    int few() {
      return number.intValue();
    }

    @MaxInvocations(type = Number.class, method = "intValue", value = 1)
    int tooOften() {
      return number.intValue() + number.intValue();
    }
  }

  @Test
  void callsOfTareAndTheAgentDoNotCount() {
    ExecutedTests own = ExecutedTests.tare(OwnCallsTestCases.class);

    assertThat(own.failed()).isEmpty();
    assertThat(own.succeeded())
        .contains("requires", "returns", "keeps", "loads", "adds", "staticOfAnother");
  }

  /** Methods that Tare itself or the libraries for weaving call. */
  static class OwnCallsTestCases {
    @MaxInvocations(type = Objects.class, method = "requireNonNull", value = 12)
    void requires() {
      for (int i = 0; i < 12; i++) {
        Objects.requireNonNull(this);
      }
    }

    // an opaque write that consumes the returned value would call this method
    @MaxInvocations(type = Objects.class, method = "requireNonNull", value = 1)
    Object returns() {
      return Objects.requireNonNull(this);
    }

    // consuming the returned value with this method would count
    @MaxInvocations(type = AtomicReference.class, method = "set", value = 0)
    Object keeps() {
      return this;
    }

    // ends the recording; inconclusive if another test has a lambda of the type
    @MaxInvocations(type = AutoCloseable.class, method = "close", value = 0)
    void stops() {}

    // Javassist calls this method to read the class file of Fresh
    @MaxInvocations(type = DataInputStream.class, method = "readUTF", value = 0)
    Object loads() {
      class Fresh {
        final int number = 1;
      }

      return new Fresh().number;
    }

    // each call of add(E) calls an overload
    @MaxInvocations(type = ArrayList.class, method = "add", value = 4)
    Object adds() {
      List<String> list = new ArrayList<>();
      list.add("a");
      list.add("b");
      return list;
    }

    @MaxInvocations(type = OwnCallsTestCases.class, method = "make", value = 0)
    Object staticOfAnother() {
      class Maker {
        static Object make() {
          return "made";
        }
      }

      return Maker.make();
    }

    static Object make() {
      return "own";
    }
  }
}
