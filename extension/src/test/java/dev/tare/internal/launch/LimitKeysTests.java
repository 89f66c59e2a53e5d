package dev.tare.internal.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tare.ExecutedTests;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.MaxAllocations;
import dev.tare.extension.Configuration;
import dev.tare.extension.TareConfigurationException;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.testing.SameOnEveryJdk;
import dev.tare.testing.WeavesOrWalks;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import kotlin.Metadata;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opentest4j.AssertionFailedError;

@WeavesOrWalks
@SameOnEveryJdk
class LimitKeysTests {

  private static final String TESTS = LimitedTestCases.class.getName();
  private static final String OF_ARRAY = "tare.limit." + TESTS + ".array.";
  private static final Figure BYTES = new Figure("allocated-bytes", "allocated bytes", true);

  static class LimitedTestCases {

    @MaxAllocatedBytes
    byte[] unset() {
      return new byte[1_000];
    }

    @MaxAllocatedBytes("1 KiB")
    byte[] array() {
      return new byte[1_000];
    }

    @MaxAllocations(1)
    byte[] counted() {
      return new byte[1_000];
    }

    @MaxRetainedSize
    byte[] retained() {
      return new byte[1_000];
    }
  }

  static class InheritingTestCases extends LimitedTestCases {}

  @Nested
  @TestInstance(Lifecycle.PER_CLASS)
  class Suite {

    private final ExecutedTests limited =
        ExecutedTests.tare(
            LimitedTestCases.class,
            "tare.maxAllocatedBytes",
            "1000 B",
            "tare.maxRetainedSize",
            "1 KiB");

    @Test
    void limitOfTheSuiteAppliesToAnAnnotationWithoutOne() {
      assertThat(limited.failure("unset"))
          .isExactlyInstanceOf(AssertionFailedError.class)
          .hasMessageContaining("exceed 1,000 B\n  limit       set by tare.maxAllocatedBytes\n");
      assertThat(limited.succeeded()).contains("retained");
    }

    @Test
    void limitOfTheAnnotationTakesPrecedence() {
      assertThat(limited.succeeded()).contains("array");
    }

    @Test
    void missingLimitIsRefused() {
      assertThat(ExecutedTests.tare(LimitedTestCases.class).failure("unset"))
          .isExactlyInstanceOf(TareConfigurationException.class)
          .hasMessage(
              "@MaxAllocatedBytes on LimitKeysTests.LimitedTestCases.unset(): no limit: write one or set"
                  + " tare.maxAllocatedBytes for the suite, for example \"4 KiB\" or"
                  + " tare.maxAllocatedBytes = 4 KiB");
    }

    @ParameterizedTest
    @CsvSource({
      "tare.maxAllocatedBytes, 12 XB, 'a size in B, KB, MB, GB, KiB, MiB or GiB', 4 KiB",
      "tare.maxRetainedSize, 12, 'a size in B, KB, MB, GB, KiB, MiB or GiB', 4 KiB",
      "tare.maxTimePerCall, 12 B, 'a length of time in ns, us, ms or s', 2 ms"
    })
    void malformedLimitIsRefused(String key, String text, String accepted, String example) {
      assertThatExceptionOfType(TareConfigurationException.class)
          .isThrownBy(() -> configuration(key, text).check())
          .withMessage("%s = %s: use %s, for example %s = %s", key, text, accepted, key, example);
    }
  }

  @Nested
  class OneTest {

    @Test
    void keyOverridesTheLimitOfTheAnnotation() {
      String key = OF_ARRAY + "allocated-bytes";
      ExecutedTests tests = ExecutedTests.tare(LimitedTestCases.class, key, "1000 B");

      assertThat(tests.failure("array"))
          .hasMessageContaining("exceed 1,000 B\n  limit       set by " + key);
    }

    @Test
    void keyOverridesTheLimitOfTheSuite() {
      String key = "tare.limit." + TESTS + ".unset.allocated-bytes";

      assertThat(
              ExecutedTests.tare(
                      LimitedTestCases.class, "tare.maxAllocatedBytes", "1 B", key, "2 KiB")
                  .succeeded())
          .contains("unset");
    }

    @Test
    void countIsANumber() {
      String key = "tare.limit." + TESTS + ".counted.allocated-objects";

      assertThat(ExecutedTests.tare(LimitedTestCases.class, key, "0").failure("counted"))
          .hasMessageContaining("exceed 0");
    }

    @Test
    void keyAppliesToTestsOfAnInterface() {
      String key = "tare.limit." + Contract.class.getName() + ".inherited.allocated-bytes";

      assertThat(ExecutedTests.tare(ContractTestCases.class, key, "1000 B").failed())
          .containsExactly("inherited");
      assertThat(ExecutedTests.tare(ContractTestCases.class).succeeded())
          .containsExactly("inherited");
    }

    @Test
    void keyNamesAFunctionOfKotlinAsInItsSource() {
      String key = "tare.limit." + KotlinTestCases.class.getName() + ".array.allocated-bytes";

      ExecutedTests tests = ExecutedTests.tare(KotlinTestCases.class, key, "1000 B");

      assertThat(tests.failure("array$shop_main"))
          .hasMessageContaining("exceed 1,000 B\n  limit       set by " + key);
    }

    @Test
    void keyAppliesToInheritedTestsAndDotsSeparateNestedClasses() {
      String key = OF_ARRAY.replace('$', '.') + "allocated-bytes";

      assertThat(ExecutedTests.tare(InheritingTestCases.class, key, "1000 B").failed())
          .contains("array");
    }
  }

  @Metadata(d2 = {"array", "array$shop_main"})
  static class KotlinTestCases {
    @MaxAllocatedBytes("4 KiB")
    byte[] array$shop_main() {
      return new byte[1_000];
    }
  }

  interface Contract {

    @MaxAllocatedBytes("4 KiB")
    default Object inherited() {
      return new byte[1_000];
    }
  }

  static class ContractTestCases implements Contract {}

  static class OverloadTestCases {

    void array() {}

    void array(int size) {}
  }

  @Nested
  class Refusals {

    private static final String OVERLOADS = OverloadTestCases.class.getName();

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "tare.limit.array|a limit is tare.limit.<class>.<method>.<figure>",
          "tare.limits.A.b.allocated-bytes|a limit is tare.limit.<class>.<method>.<figure>",
          "tare.limit.com.acme.NoTests.array.allocated-bytes"
              + "|read as the figure allocated-bytes of the method array of the class"
              + " com.acme.NoTests, and there is no such class",
          "tare.limit.dev.tare.internal.launch.LimitKeysTests.LimitedTestCases.aray.allocated-bytes"
              + "|read as the figure allocated-bytes of the method aray of the class"
              + " dev.tare.internal.launch.LimitKeysTests.LimitedTestCases, and there is no such"
              + " method with an annotation that limits it",
        })
    void unknownTestIsRefused(String key, String reason) {
      assertThatExceptionOfType(TareConfigurationException.class)
          .isThrownBy(() -> check(key))
          .withMessage(
              "%s = 2 KiB: %s, for example"
                  + " tare.limit.com.acme.CacheTests.lookup.allocated-bytes = 2 KiB",
              key, reason);
    }

    @Test
    void keyOfAMeasuredTestIsAccepted() {
      assertThatCode(() -> check(OF_ARRAY + "allocated-bytes")).doesNotThrowAnyException();
    }

    private static void check(String key) {
      LimitKeys.check(
          Set.of(key, "tare.runs"),
          configuration(key, "2 KiB"),
          (type, method) -> type == LimitedTestCases.class && method.equals("array"));
    }

    @Test
    void unknownFigureIsRefused() throws Exception {
      String key = OF_ARRAY + "allocated-byte";
      LimitKeys limits = ofArray(configuration(key, "2 KiB"));
      limits.override(Budget.atMost(BYTES, DataSize.parse("1 KiB")));

      assertThatExceptionOfType(TareConfigurationException.class)
          .isThrownBy(() -> limits.checkApplied(Set.of(key)))
          .withMessage(
              "%s = 2 KiB: %s.array() has no limit of allocated-byte, but of allocated-bytes, for"
                  + " example %sallocated-bytes",
              key, TESTS, OF_ARRAY);
    }

    @Test
    void unknownFigureOfAFunctionOfKotlinIsRefused() throws Exception {
      String prefix = "tare.limit." + KotlinTestCases.class.getName() + ".array.";
      LimitKeys limits =
          new LimitKeys(
              KotlinTestCases.class,
              KotlinTestCases.class.getDeclaredMethod("array$shop_main"),
              configuration(prefix + "allocated-byte", "2 KiB"));
      limits.override(Budget.atMost(BYTES, DataSize.parse("1 KiB")));

      assertThatExceptionOfType(TareConfigurationException.class)
          .isThrownBy(() -> limits.checkApplied(Set.of(prefix + "allocated-byte")))
          .withMessageEndingWith("for example " + prefix + "allocated-bytes");
    }

    @Test
    void figureOfAnotherMethodOfTheNameIsNotRefused() throws Exception {
      String key = "tare.limit." + OVERLOADS + ".array.time-per-call";
      LimitKeys limits =
          new LimitKeys(
              OverloadTestCases.class,
              OverloadTestCases.class.getDeclaredMethod("array"),
              configuration(key, "2 ms"));
      limits.override(Budget.atMost(BYTES, DataSize.parse("1 KiB")));

      assertThatCode(() -> limits.checkApplied(Set.of(key))).doesNotThrowAnyException();
    }

    @Test
    void classWithMixedSeparatorsIsRefused() {
      assertThatExceptionOfType(TareConfigurationException.class)
          .isThrownBy(
              () ->
                  check(
                      "tare.limit.dev.tare.internal.launch.LimitKeysTests.Refusals$Inner.array"
                          + ".allocated-bytes"))
          .withMessageContaining(
              "; write the class as dev.tare.internal.launch.LimitKeysTests$Refusals$Inner or"
                  + " dev.tare.internal.launch.LimitKeysTests.Refusals.Inner, for example ");
    }

    static final class Inner {}

    @Test
    void keyThatTwoLimitsShareIsRefused() throws Exception {
      String key = OF_ARRAY + "allocated-bytes";
      LimitKeys limits = ofArray(configuration(key, "2 KiB"));
      limits.override(Budget.atMost(BYTES, DataSize.parse("1 KiB")));
      limits.override(Budget.atMost(BYTES, DataSize.parse("3 KiB")));

      assertThatExceptionOfType(TareConfigurationException.class)
          .isThrownBy(() -> limits.checkApplied(Set.of(key)))
          .withMessageStartingWith(key + " = 2 KiB: ")
          .withMessageContaining("has 2 limits of allocated-bytes, and a key overrides one only");
    }

    @Test
    void malformedLimitIsRefused() throws Exception {
      String key = OF_ARRAY + "allocated-bytes";

      assertThatExceptionOfType(TareConfigurationException.class)
          .isThrownBy(
              () ->
                  ofArray(configuration(key, "2"))
                      .override(Budget.atMost(BYTES, DataSize.parse("1 KiB"))))
          .withMessageStartingWith(key + " = 2: read as a limit of allocated bytes: ")
          .withMessageEndingWith(", for example %s = 1024 B", key);
      assertThatExceptionOfType(TareConfigurationException.class)
          .isThrownBy(
              () -> ofArray(configuration(key, "few")).override(Budget.atMost(BYTES, new Count(3))))
          .withMessageEndingWith(": not a number, for example %s = 3", key);
      assertThatExceptionOfType(TareConfigurationException.class)
          .isThrownBy(
              () ->
                  ofArray(configuration(key, "2,016")).override(Budget.atMost(BYTES, new Count(3))))
          .withMessageEndingWith(": the number has commas, for example %s = 2016", key);
    }

    @Test
    void figureWithoutALimitIsRefused() throws Exception {
      String key = OF_ARRAY + "allocated-bytes";

      assertThatExceptionOfType(TareConfigurationException.class)
          .isThrownBy(() -> ofArray(configuration(key, "2 B")).override(Budget.unlimited(BYTES)))
          .withMessageStartingWith(key + " = 2 B: the annotation sets no limit of allocated bytes");
    }

    private static LimitKeys ofArray(Configuration configuration) throws NoSuchMethodException {
      return new LimitKeys(
          LimitedTestCases.class, LimitedTestCases.class.getDeclaredMethod("array"), configuration);
    }
  }

  private static Configuration configuration(String key, String text) {
    Map<String, String> keys = Map.of(key, text);
    return new Configuration(name -> Optional.ofNullable(keys.get(name)));
  }
}
