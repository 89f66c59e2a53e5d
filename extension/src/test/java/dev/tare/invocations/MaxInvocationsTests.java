package dev.tare.invocations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.tare.ExecutedTests;
import dev.tare.extension.TareConfigurationException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.AssertionFailedError;

@TestInstance(Lifecycle.PER_CLASS) // the test cases run once for all
@Isolated("transforms the classes of all tests")
class MaxInvocationsTests {

  interface Store {
    String find(int id);

    default List<String> findAll(int... ids) {
      List<String> found = new ArrayList<>();
      for (int id : ids) {
        found.add(find(id));
      }
      return found;
    }
  }

  static class MemoryStore implements Store {
    @Override
    public String find(int id) {
      return "row " + id;
    }
  }

  /** Calls what it overrides. */
  static class LoudStore extends MemoryStore {
    @Override
    public String find(int id) {
      return super.find(id).toUpperCase(Locale.ROOT);
    }
  }

  abstract static class Source<T> {
    abstract T next(T before);
  }

  /** Has a bridge. */
  static class Numbers extends Source<Integer> {
    @Override
    Integer next(Integer before) {
      return before + 1;
    }
  }

  private final ExecutedTests tests = ExecutedTests.tare(CountedTestCases.class);

  @Test
  void passesUpToTheLimit() {
    assertThat(tests.succeeded())
        .containsExactlyInAnyOrder(
            "exactly",
            "never",
            "overridden",
            "bridged",
            "otherThreads",
            "otherTypes",
            "loadedMeanwhile",
            "ofTheJdk",
            "statics",
            "recursive",
            "both");
  }

  @Test
  void failsBeyondItWithTheLinesFromWhereTheCallsCame() {
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
  void isTheSameInEveryRun() {
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
  void judgesEachOfSeveral() {
    assertThat(tests.failure("bothTooOften"))
        .hasMessageContaining("nvocations of Store.find()")
        .hasMessageContaining("nvocations of Store.findAll()");
  }

  @Test
  void letsThroughWhatTheBodyThrows() {
    assertThat(tests.failure("throwing")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void leavesTheMethodsAsTheyWere() throws ReflectiveOperationException {
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
    Object overridden() {
      return new LoudStore().find(1);
    }

    @MaxInvocations(type = Source.class, method = "next", value = 1)
    Object bridged() {
      Source<Integer> source = new Numbers();
      return source.next(1);
    }

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

    @MaxInvocations(type = Supplier.class, method = "get", value = 2)
    Object loadedMeanwhile() {
      class Late implements Supplier<String> {
        @Override
        public String get() {
          return "late";
        }
      }

      return new Late().get() + new Late().get();
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

    @MaxInvocations(type = Store.class, method = "find", value = 1)
    void throwing() {
      throw new IllegalStateException("on purpose");
    }
  }

  @Test
  void countsTooFewAsTooFew() {
    assertThat(ExecutedTests.tare(TightTestCases.class).failed())
        .containsExactlyInAnyOrder(
            "overridden", "bridged", "loadedMeanwhile", "ofTheJdk", "statics");
  }

  /** One less than what is called. */
  static class TightTestCases {

    @MaxInvocations(type = Store.class, method = "find", value = 0)
    Object overridden() {
      return new LoudStore().find(1);
    }

    @MaxInvocations(type = Source.class, method = "next", value = 0)
    Object bridged() {
      Source<Integer> source = new Numbers();
      return source.next(1);
    }

    @MaxInvocations(type = Supplier.class, method = "get", value = 0)
    Object loadedMeanwhile() {
      class Later implements Supplier<String> {
        @Override
        public String get() {
          return "late";
        }
      }

      return new Later().get();
    }

    @MaxInvocations(type = ArrayList.class, method = "size", value = 1)
    int ofTheJdk() {
      List<String> list = new ArrayList<>();
      return list.size() + list.size();
    }

    @MaxInvocations(type = CountedTestCases.class, method = "half", value = 1)
    int statics() {
      return CountedTestCases.half(CountedTestCases.half(8));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "missing: method = \"search\": Store has no such method, for example method = \"find\"",
        "nativeOnly: method = \"currentThread\": the method is native",
        "negative: a count cannot be negative: -1"
      })
  void refusesWhatCannotBeCounted(String nameAndMessage) {
    String[] parts = nameAndMessage.split(": ", 2);

    assertThat(ExecutedTests.tare(RefusedTestCases.class).failure(parts[0]))
        .isInstanceOf(TareConfigurationException.class)
        .hasMessageContaining(parts[1]);
  }

  static class RefusedTestCases {
    @MaxInvocations(type = Store.class, method = "search", value = 1)
    void missing() {}

    @MaxInvocations(type = Thread.class, method = "currentThread", value = 1)
    void nativeOnly() {}

    @MaxInvocations(type = Store.class, method = "find", value = -1)
    void negative() {}
  }
}
