package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.body.TestBody;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.internal.call.TestBodies;
import dev.tare.testing.SlowAfterOthers;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opentest4j.ValueWrapper;

@Isolated("weaves the classes of all tests")
@SlowAfterOthers
class ObjectCounterTests {

  private static final long LEAST_SIZE = new CountedClasses(Object.class, null).leastSize();

  private static final Instrumentation INSTRUMENTATION =
      ((AgentAccess.Granted) Agent.access()).instrumentation();

  private final AllocationCounter counter = AllocationCounters.currentThread().orElseThrow();
  private final Bodies bodies = new Bodies();

  @ParameterizedTest
  @CsvSource({
    "collection, 3", // the list and two boxes
    "nested, 6", // the map, its table, two entries, two boxes
    "library, 1",
    "proxy, 3", // the arguments, the list and its array
    "callback, 2", // the entry, and the list that the lambda creates
    "callbackOfALoop, 4", // a lambda that captures, and three objects
    "reflection, 2", // the array of arguments, and the object
    "comparator, 5", // the map, two entries, two boxes in the comparator
    "joined, 4",
    "loadedClass, 1",
    "lambda, 2"
  })
  void objectsOfCalledClassesCount(String body, int objects) throws Throwable {
    ObjectTally tally = count(body(body));

    assertThat(tally.unrecordedBytes(share -> true)).as("%s", tally.shares()).isZero();
    assertThat(tally.count(share -> true)).as("%s", tally.shares()).isEqualTo(objects);
  }

  @Test
  void countIsThatOfAllWovenClasses() throws Throwable {
    TestBody all = body("all");
    ObjectTally called = count(all);
    ObjectTally woven;
    try (WovenCalls calls =
        new WovenCalls(
            INSTRUMENTATION,
            counter,
            List.of(this),
            ClassOrigin.JDK,
            LEAST_SIZE,
            ExcludedCode.NONE)) {
      all.run();
      calls.prepareRecording();
      woven = new ObjectTally(calls.record(all).shares(), ClassOrigin.JDK, calls.skipped());
    }

    assertThat(called.count(share -> true)).isEqualTo(woven.count(share -> true));
    assertThat(called.unrecordedBytes(share -> true))
        .isEqualTo(woven.unrecordedBytes(share -> true));
  }

  @Test
  void onlyCalledClassesOfTheJdkAreWoven() throws Throwable {
    Set<String> woven = new HashSet<>();
    ClassFileTransformer listener =
        new ClassFileTransformer() {
          @Override
          public byte @Nullable [] transform(
              @Nullable ClassLoader loader,
              String name,
              @Nullable Class<?> redefined,
              @Nullable ProtectionDomain domain,
              byte[] bytes) {
            if (redefined != null && loader == null) {
              woven.add(name);
            }
            return null;
          }
        };
    INSTRUMENTATION.addTransformer(listener, true);
    try {
      count(body("collection"));
    } finally {
      INSTRUMENTATION.removeTransformer(listener);
    }

    assertThat(woven).contains("java/util/List").doesNotContain("java/util/HashMap");
  }

  @Test
  void charactersOfAConcatenationCount() throws Throwable {
    ObjectTally tally = count(body("concatenation"));

    // some JDKs create the string itself in a hidden class
    assertThat(tally.count(share -> share.name().equals("byte[]"))).isEqualTo(1);
    assertThat(tally.count(share -> true) + tally.maxUnrecordedObjects(share -> true))
        .isBetween(2L, 3L);
  }

  @Test
  void bytesThatCannotBeFollowedStayUnrecorded() throws Throwable {
    ObjectTally tally = count(body("unknown"));

    assertThat(tally.count(share -> true)).isZero();
    assertThat(tally.unrecordedBytes(share -> true)).isPositive();
  }

  private TestBody body(String name) throws NoSuchMethodException {
    return TestBodies.of(bodies, Bodies.class.getDeclaredMethod(name));
  }

  /** Counts the objects of one call, and of the methods that it calls if some are missing. */
  private ObjectTally count(TestBody body) throws Throwable {
    return new ObjectCounter(INSTRUMENTATION, counter, List.of(this), LEAST_SIZE)
        .count(body, 3, 1, call -> call.unrecordedBytes(share -> true) == 0)
        .get(0);
  }

  /** Bodies that let others allocate. */
  static class Bodies {

    private @Nullable Object sink;
    private int number = 1_000;
    private final Map<String, List<Object>> map = new HashMap<>();
    private final List<Integer> numbers = new ArrayList<>(List.of(1, 2, 3));
    private final Method method = numberMethod();
    private final Comparator<Object> comparator =
        (left, right) -> {
          sink = new Object();
          return left.hashCode() - right.hashCode();
        };
    private final Supplier<Object[]> copy = numbers::toArray;

    @SuppressWarnings("unchecked")
    private final Predicate<Object> generated =
        (Predicate<Object>)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Predicate.class},
                (proxy, called, arguments) -> {
                  sink = new ArrayList<>(numbers);
                  return true;
                });

    Object collection() {
      return List.of(number, number + 1);
    }

    Object nested() {
      Map<String, Integer> created = new HashMap<>();
      created.put("a", number);
      created.put("b", number);
      return created;
    }

    Object concatenation() {
      return "number " + number;
    }

    Object library() {
      return ValueWrapper.create("text");
    }

    Object proxy() {
      return generated.test("");
    }

    Object callback() {
      map.clear();
      return map.computeIfAbsent("key", key -> new ArrayList<>());
    }

    Object callbackOfALoop() {
      numbers.forEach(any -> sink = new Object());
      return numbers;
    }

    Object reflection() throws ReflectiveOperationException {
      return method.invoke(null);
    }

    Object comparator() {
      Map<Object, Object> sorted = new TreeMap<>(comparator);
      sorted.put("a", "");
      sorted.put("b", "");
      return sorted;
    }

    Object joined() {
      return new StringJoiner(",").add("a").add("b").toString();
    }

    Object loadedClass() {
      return new LoadedLater();
    }

    Object lambda() {
      int captured = number;
      Supplier<Object> lambda = () -> new int[captured];
      return lambda.get();
    }

    Object all() {
      return new Object[] {collection(), nested(), library(), callback(), comparator(), joined()};
    }

    Object unknown() {
      return copy.get();
    }

    private static Method numberMethod() {
      try {
        return Bodies.class.getDeclaredMethod("object");
      } catch (NoSuchMethodException e) {
        throw new AssertionError(e);
      }
    }

    static Object object() {
      return new Object();
    }
  }

  private static final class LoadedLater {}
}
