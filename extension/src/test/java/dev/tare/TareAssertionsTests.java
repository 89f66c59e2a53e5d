package dev.tare;

import static dev.tare.assertj.TareAssertions.GRAPH;
import static dev.tare.assertj.TareAssertions.assertThatCalling;
import static dev.tare.assertj.TareAssertions.assertThatGraphOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tare.assertj.CalledBodyAssert;
import dev.tare.assertj.GraphAssert;
import dev.tare.growth.Cost;
import dev.tare.growth.GrowthOrder;
import dev.tare.testing.NeedsC2;
import dev.tare.testing.SameOnEveryJdk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.AssertionFailedError;

@Isolated("measures times and walks the heap")
@NeedsC2
@SameOnEveryJdk
class TareAssertionsTests {

  private static final int LARGE = 1_000;

  /** Bytes of {@code new byte[LARGE]} with every header and alignment, as text. */
  private static final long ARRAY =
      (long) Tare.graphOf(new byte[LARGE]).reachable().value().amount();

  private static final List<Integer> NUMBERS = new ArrayList<>(List.of(1, 2, 3));

  /** Holds the objects that leaking bodies leave behind. */
  static final List<Object> LEAK = new ArrayList<>();

  /** Class whose first method by name cannot be named by users. */
  static final class Private {
    private static int first() {
      return NUMBERS.size();
    }

    static int visible() {
      return first();
    }
  }

  /** Class whose only instances are those that the leaking body creates. */
  static final class Leaked {}

  /** Assertions on calls and graphs that fail, and the start and the end of their first lines. */
  static Stream<Arguments> failures() {
    return Stream.of(
        failure(
            () -> assertThatCalling(() -> new byte[LARGE]).allocatesAtMost(ARRAY - 1 + " B"),
            "Allocated bytes of ",
            " 1,016 B exceed 1,015 B"),
        failure(
            () -> assertThatCalling(() -> new byte[LARGE]).allocatesNothing(),
            "Allocated bytes of ",
            " 1,016 B exceed 0 B"),
        failure(
            () -> assertThatCalling(() -> new int[1]).makesAtMost(0, int[].class),
            "Allocated objects of type int[] of ",
            " 1 exceed 0"),
        failure(
            () ->
                assertThatCalling(() -> NUMBERS.contains(3))
                    .callsAtMost(0, ArrayList.class, "indexOf"),
            "Invocations of ArrayList.indexOf() of ",
            " 1 exceed 0"),
        failure(
            () ->
                assertThatCalling(n -> new byte[n])
                    .growsAtMost(GrowthOrder.CONSTANT, Cost.RETAINED, 10, 100, 1_000),
            "Retained size of ",
            " grows with n (n^1.01), limit constant (n^0.00)"),
        failure(
            () -> assertThatCalling(() -> LEAK.add(new Leaked())).leavesNothingBehind(),
            "Surviving bytes of ",
            " B exceed 0 B"),
        failure(
            () -> assertThatGraphOf(new byte[LARGE]).retainsAtMost(ARRAY - 1 + " B"),
            "Retained size of ",
            " 1,016 B exceeds 1,015 B"),
        failure(
            () -> assertThatGraphOf(new byte[LARGE]).reachesAtMost("1 B"),
            "Reachable size of ",
            " 1,016 B exceeds 1 B"),
        failure(
            () -> assertThatGraphOf(new byte[LARGE]).hasAtMostInstancesOf(byte[].class, 0),
            "Retained byte[] objects of ",
            " 1 exceed 0"),
        failure(
            () -> assertThat((Object) new byte[LARGE]).asInstanceOf(GRAPH).retainsAtMost("1 B"),
            "Retained size of ",
            " 1,016 B exceeds 1 B"));
  }

  private static Arguments failure(ThrowingCallable assertion, String start, String end) {
    return Arguments.of(assertion, start, end);
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("failures")
  void exceededLimitFails(ThrowingCallable assertion, String start, String end) {
    assertThatExceptionOfType(AssertionFailedError.class)
        .isThrownBy(assertion)
        .satisfies(
            failure ->
                assertThat(String.valueOf(failure.getMessage()).lines())
                    .first()
                    .asString()
                    .startsWith(start + "TareAssertionsTests.exceededLimitFails()")
                    .endsWith(end));
    LEAK.clear();
  }

  @Nested
  class Passing {

    @Test
    void exactlyTheLimitPassesAndChains() {
      CalledBodyAssert calling = assertThatCalling(() -> new byte[LARGE]);
      GraphAssert graph = assertThatGraphOf(new byte[LARGE]);

      assertThat(
              List.of(
                  calling.as("size"),
                  calling.allocatesAtMost(ARRAY + " B"),
                  calling.makesAtMost(1),
                  calling.makesAtMost(1, byte[].class),
                  calling.makesAtMost(0, Integer.class),
                  calling.leavesNothingBehind(),
                  calling.withFailMessage("changed"),
                  calling.isNotNull()))
          .allSatisfy(returned -> assertThat((Object) returned).isSameAs(calling));
      assertThat(
              List.of(
                  graph.retainsAtMost(ARRAY + " B"),
                  graph.reachesAtMost(ARRAY + " B"),
                  graph.hasAtMostInstancesOf(byte[].class, 1),
                  graph.hasAtMostInstancesOf(String.class, 0),
                  graph.isInstanceOf(byte[].class)))
          .allSatisfy(returned -> assertThat((Object) returned).isSameAs(graph));
    }

    @Test
    void primitiveResultsAllocateNothing() {
      assertThatCalling(() -> NUMBERS.size() + LARGE).allocatesNothing();
      assertThatCalling(() -> NUMBERS.size() + (long) LARGE).allocatesNothing();
      assertThatCalling(() -> NUMBERS.size() + 0.5).allocatesNothing();
      assertThatCalling(() -> NUMBERS.isEmpty()).allocatesNothing();
      assertThatCalling(() -> NUMBERS.forEach(number -> {})).allocatesNothing();
    }

    @Test
    void firstCallIsLimitedAlone() {
      AtomicInteger calls = new AtomicInteger();

      assertThatCalling(() -> new byte[calls.incrementAndGet()]).takesAtMostInFirstCall("10 s");

      assertThat(calls).hasValue(1);
    }

    @Test
    void invocationsAndGrowthAreLimited() {
      assertThatCalling(() -> NUMBERS.contains(3)).callsAtMost(1, ArrayList.class, "indexOf");
      assertThatCalling(n -> new byte[n])
          .growsAtMost(GrowthOrder.LINEAR, Cost.RETAINED, 10, 100, 1_000);
    }

    @Test
    void optionsOfTheMeasuredTargetApply() {
      assertThatThrownBy(
              () ->
                  assertThatCalling(Tare.calling(() -> new byte[LARGE]).withRuns(7))
                      .allocatesNothing())
          .hasMessageContaining("minimum of 7 readings");
      assertThatGraphOf(Tare.graphOf(new Object[] {new byte[LARGE]}).withIgnoring(byte[].class))
          .retainsAtMost("100 B");
    }
  }

  @Nested
  class Messages {

    @Test
    void descriptionStandsBeforeTheHeadline() {
      assertThatThrownBy(
              () -> assertThatGraphOf(new byte[LARGE]).as("warm %s", "cache").retainsAtMost("1 B"))
          .hasMessageStartingWith("[warm cache] Retained size of TareAssertionsTests.Messages.");
    }

    @Test
    void messageOfTheUserReplacesTheWhole() {
      assertThatThrownBy(
              () ->
                  assertThatCalling(() -> new byte[LARGE])
                      .withFailMessage("%s too many", 7)
                      .allocatesNothing())
          .hasMessage("7 too many");
      assertThatThrownBy(
              () ->
                  assertThatCalling(() -> new byte[LARGE])
                      .overridingErrorMessage("too many")
                      .allocatesNothing())
          .hasMessage("too many");
    }

    @Test
    void textsFromSuppliersAppear() {
      assertThatThrownBy(
              () -> assertThatGraphOf(new byte[LARGE]).as(() -> "50 % of it").retainsAtMost("1 B"))
          .hasMessageStartingWith("[50 % of it] Retained size of ");
      assertThatThrownBy(
              () ->
                  assertThatGraphOf(new byte[LARGE])
                      .describedAs("cache")
                      .withFailMessage(() -> "100 % too much")
                      .retainsAtMost("1 B"))
          .hasMessage("[cache] 100 % too much");
    }

    @Test
    void failureHasExpectedAndActualAsTexts() {
      AssertionFailedError failure =
          (AssertionFailedError)
              catchThrowable(() -> assertThatGraphOf(new byte[LARGE]).retainsAtMost("1 B"));

      assertThat(failure.getExpected().getValue()).isEqualTo("at most 1 B");
      assertThat(failure.getActual().getValue()).isEqualTo("1,016 B");
    }

    @Test
    void stackTraceBeginsInTheTest() {
      Throwable failure =
          catchThrowable(() -> assertThatCalling(() -> new byte[LARGE]).allocatesNothing());

      StackTraceElement first = failure.getStackTrace()[0];
      assertThat(first.getClassName()).isEqualTo(getClass().getName());
      assertThat(first.getLineNumber()).as("line, though the class was woven").isPositive();
    }
  }

  @Nested
  class BadInput {

    @Test
    void nullFailsAsAssertjDoes() {
      assertThatThrownBy(() -> assertThatCalling((Runnable) null).allocatesNothing())
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("Expecting actual not to be null");
      assertThatThrownBy(() -> assertThatGraphOf((Object) null).as("cache").retainsAtMost("1 B"))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("[cache]")
          .hasMessageContaining("Expecting actual not to be null");
    }

    @Test
    void invalidArgumentIsRefusedWithTheCall() {
      CalledBodyAssert calling = assertThatCalling(() -> new byte[LARGE]);
      GraphAssert graph = assertThatGraphOf(NUMBERS);

      assertRefused(() -> calling.takesAtMost(""), "takesAtMost(\"\"): ");
      assertRefused(() -> calling.takesAtMost("2 KiB"), "takesAtMost(\"2 KiB\"): ");
      assertRefused(() -> calling.allocatesAtMost(" "), "allocatesAtMost(\" \"): ");
      assertRefused(
          () -> calling.allocatesAtMost("12 XB"),
          "allocatesAtMost(\"12 XB\"): \"12 XB\": unknown unit 'XB'; use B, KB, MB, GB, KiB, MiB or"
              + " GiB, for example \"64 KiB\"");
      assertRefused(() -> calling.leavesAtMost(""), "leavesAtMost(\"\"): ");
      assertRefused(() -> calling.leavesAtMost("1"), "leavesAtMost(\"1\"): ");
      assertRefused(() -> calling.promotesAtMost(""), "promotesAtMost(\"\"): ");
      assertRefused(() -> calling.promotesAtMost("1 s"), "promotesAtMost(\"1 s\"): ");
      assertRefused(() -> calling.makesAtMost(-1), "makesAtMost(-1, Object.class): ");
      assertRefused(
          () -> calling.takesAtMost(0.0, Tare.calling(() -> NUMBERS.size())),
          "takesAtMost(0.0, Tare.calling(…)): ");
      assertRefused(
          () -> assertThatCalling(n -> new byte[n]).growsAtMost(GrowthOrder.LINEAR, 10, 100),
          "growsAtMost(LINEAR, TIME, 10, 100): ");
      assertRefused(() -> graph.retainsAtMost(""), "retainsAtMost(\"\"): ");
      assertRefused(() -> graph.retainsAtMost("12"), "retainsAtMost(\"12\"): ");
      assertRefused(() -> graph.hasSizeOf(""), "hasSizeOf(\"\"): ");
      assertRefused(() -> graph.wastesAtMost("10"), "wastesAtMost(\"10\"): ");
      assertRefused(() -> graph.wastesAtMost(""), "wastesAtMost(\"\"): ");
      assertRefused(() -> graph.addsAtMost("", 1), "addsAtMost(\"\", 1): ");
      assertRefused(() -> graph.addsAtMost("1 XB", NUMBERS), "addsAtMost(\"1 XB\", …): \"1 XB\": ");
    }

    @Test
    void methodThatCannotBeCountedIsRefused() {
      CalledBodyAssert calling = assertThatCalling(() -> NUMBERS.size());

      assertRefused(
          () -> calling.callsAtMost(1, List.class, ""), "callsAtMost(1, List.class, \"\"): ");
      assertRefused(
          () -> calling.callsAtMost(1, List.class, "sise"),
          "callsAtMost(1, List.class, \"sise\"): ");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> calling.callsAtMost(1, Private.class, "get"))
          .withMessageContaining("has no such method of its own; use method = \"visible\"");
    }

    private void assertRefused(ThrowingCallable assertion, String start) {
      assertThatIllegalArgumentException().isThrownBy(assertion).withMessageStartingWith(start);
    }

    @Test
    void exceptionOfTheBodyIsThrownUnchanged() {
      for (Throwable thrown :
          List.of(
              new IOException("of the body"),
              new StackOverflowError("of the body"),
              new NoClassDefFoundError("of/the/Body"),
              new AssertionError("of the body"),
              new IllegalStateException("of the body"))) {
        assertThatThrownBy(
                () ->
                    assertThatCalling(
                            (Body.OfVoid)
                                () -> {
                                  throw BadInput.<RuntimeException>unchecked(thrown);
                                })
                        .leavesNothingBehind())
            .isSameAs(thrown);
      }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> T unchecked(Throwable thrown) throws T {
      throw (T) thrown;
    }

    @Test
    void assertionInAMeasuredBodyIsRefused() {
      assertThatIllegalStateException()
          .isThrownBy(
              () ->
                  assertThatCalling(() -> assertThatGraphOf(NUMBERS).retainsAtMost("1 KiB"))
                      .allocatesAtMost("1 MiB"))
          .withMessageStartingWith(
              "retainsAtMost(\"1 KiB\") was called in a body that is measured");
    }

    @Test
    void assertionsOfSeveralThreadsDoNotMix() {
      List<CompletableFuture<String>> messages = new ArrayList<>();
      ExecutorService threads = Executors.newFixedThreadPool(4);
      for (int i = 0; i < 6; i++) {
        int size = i % 3 == 0 ? 100 : 200;
        messages.add(
            CompletableFuture.supplyAsync(
                () ->
                    String.valueOf(
                        catchThrowable(
                                () -> assertThatCalling(() -> new byte[size]).allocatesNothing())
                            .getMessage()),
                threads));
      }
      threads.shutdown();

      assertThat(messages)
          .extracting(CompletableFuture::join)
          .allSatisfy(
              message -> assertThat(message).containsPattern("\\A.* (120|216) B exceed 0 B"))
          .noneMatch(message -> message.contains(" 120 B") && message.contains(" 216 B"))
          .filteredOn(message -> message.contains(" 120 B exceed 0 B"))
          .hasSize(2);
    }
  }
}
