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
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
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

  @Nested
  class Calls {

    @Test
    void exactlyTheLimitPassesAndChains() {
      assertThatCalling(() -> new byte[LARGE])
          .allocatesAtMost(ARRAY + " B")
          .makesAtMost(1)
          .makesAtMost(1, byte[].class)
          .makesAtMost(0, Integer.class)
          .isNotNull();
    }

    @Test
    void moreBytesThanTheLimitFail() {
      assertFailure(
          () -> assertThatCalling(() -> new byte[LARGE]).allocatesAtMost(ARRAY - 1 + " B"),
          "Allocated bytes of TareAssertionsTests.Calls.moreBytesThanTheLimitFail() 1,016 B exceed"
              + " 1,015 B");
    }

    @Test
    void anyByteFailsAllocatesNothing() {
      assertFailure(
          () -> assertThatCalling(() -> new byte[LARGE]).allocatesNothing(),
          "Allocated bytes of TareAssertionsTests.Calls.anyByteFailsAllocatesNothing() 1,016 B"
              + " exceed 0 B");
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
    void objectsAreLimitedByType() {
      assertFailure(
          () -> assertThatCalling(() -> new int[1]).makesAtMost(0, int[].class),
          "Allocated objects of type int[] of TareAssertionsTests.Calls.objectsAreLimitedByType()"
              + " 1 exceed 0");
    }

    @Test
    void firstCallIsLimitedAlone() {
      AtomicInteger calls = new AtomicInteger();

      assertThatCalling(() -> new byte[calls.incrementAndGet()])
          .allocatesAtMostInFirstCall("1 MiB");
      assertThatCalling(() -> new byte[calls.incrementAndGet()]).takesAtMostInFirstCall("10 s");

      assertThat(calls).hasValue(2);
      assertFailure(
          () -> assertThatCalling(() -> new byte[LARGE]).allocatesAtMostInFirstCall("1 B"),
          "Allocated bytes of TareAssertionsTests.Calls.firstCallIsLimitedAlone()"
              + " 1,016 B exceed 1 B");
    }

    @Test
    void invocationsAreLimited() {
      CalledBodyAssert calling = assertThatCalling(() -> NUMBERS.contains(3));

      calling.callsAtMost(1, ArrayList.class, "indexOf").allocatesNothing();
      assertFailure(
          () -> calling.callsAtMost(0, ArrayList.class, "indexOf"),
          "Invocations of ArrayList.indexOf() of TareAssertionsTests.Calls.invocationsAreLimited()"
              + " 1 exceed 0");
    }

    @Test
    void growthIsLimited() {
      assertThatCalling(n -> new byte[n])
          .growsAtMost(GrowthOrder.LINEAR, Cost.RETAINED, 10, 100, 1_000);
      assertFailure(
          () ->
              assertThatCalling(n -> new byte[n])
                  .growsAtMost(GrowthOrder.CONSTANT, Cost.RETAINED, 10, 100, 1_000),
          "Retained size of TareAssertionsTests.Calls.growthIsLimited() grows with n (n^1.01),"
              + " limit constant (n^0.00)");
    }

    @Test
    void leakFailsLeavesNothingBehind() {
      assertThatCalling(() -> new byte[LARGE]).leavesNothingBehind();
      assertThatExceptionOfType(AssertionFailedError.class)
          .isThrownBy(() -> assertThatCalling(() -> LEAK.add(new Leaked())).leavesNothingBehind())
          .withMessageStartingWith("Surviving bytes of ");
      LEAK.clear();
    }

    @Test
    void optionsOfTheMeasuredBodyApply() {
      assertThat(
              catchThrowable(
                  () ->
                      assertThatCalling(Tare.calling(() -> new byte[LARGE]).withRuns(7))
                          .allocatesNothing()))
          .hasMessageContaining("minimum of 7 readings");
    }
  }

  @Nested
  class Chains {

    @Test
    void eachAssertionReturnsItself() {
      CalledBodyAssert calling = assertThatCalling(Tare.calling(() -> NUMBERS.size()));
      GraphAssert graph = assertThatGraphOf(new byte[LARGE]);

      assertThat(
              List.of(
                  calling.as("size"),
                  calling.allocatesNothing(),
                  calling.makesAtMost(1),
                  calling.callsAtMost(1, ArrayList.class, "size"),
                  calling.withFailMessage("changed")))
          .allSatisfy(returned -> assertThat((Object) returned).isSameAs(calling));
      assertThat(List.of(graph.retainsAtMost("1 KiB"), graph.hasAtMostInstancesOf(String.class, 0)))
          .allSatisfy(returned -> assertThat((Object) returned).isSameAs(graph));
    }
  }

  @Nested
  class Graphs {

    @Test
    void exactlyTheLimitPassesAndChains() {
      assertThatGraphOf(new byte[LARGE])
          .retainsAtMost(ARRAY + " B")
          .reachesAtMost(ARRAY + " B")
          .hasAtMostInstancesOf(byte[].class, 1)
          .hasAtMostInstancesOf(String.class, 0)
          .isInstanceOf(byte[].class);
    }

    @Test
    void largerGraphFails() {
      assertFailure(
          () -> assertThatGraphOf(new byte[LARGE]).retainsAtMost(ARRAY - 1 + " B"),
          "Retained size of TareAssertionsTests.Graphs.largerGraphFails() 1,016 B exceeds 1,015 B");
    }

    @Test
    void reachableBytesAreLimited() {
      assertFailure(
          () -> assertThatGraphOf(new byte[LARGE]).reachesAtMost("1 B"),
          "Reachable size of TareAssertionsTests.Graphs.reachableBytesAreLimited() 1,016 B exceeds"
              + " 1 B");
    }

    @Test
    void instancesAreLimited() {
      assertThatExceptionOfType(AssertionFailedError.class)
          .isThrownBy(
              () -> assertThatGraphOf(new byte[LARGE]).hasAtMostInstancesOf(byte[].class, 0))
          .withMessageContaining("1 exceed 0");
    }

    @Test
    void optionsOfTheMeasuredGraphApply() {
      assertThatGraphOf(Tare.graphOf(new Object[] {new byte[LARGE]}).withIgnoring(byte[].class))
          .retainsAtMost("100 B");
    }

    @Test
    void assertionOnAnObjectBecomesOneOnItsGraph() {
      assertThat((Object) new byte[LARGE]).asInstanceOf(GRAPH).retainsAtMost("1 KiB");
      assertFailure(
          () -> assertThat((Object) new byte[LARGE]).asInstanceOf(GRAPH).retainsAtMost("1 B"),
          "Retained size of TareAssertionsTests.Graphs.assertionOnAnObjectBecomesOneOnItsGraph()"
              + " 1,016 B exceeds 1 B");
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
    void blankTextIsRefused() {
      CalledBodyAssert calling = assertThatCalling(() -> new byte[LARGE]);
      GraphAssert graph = assertThatGraphOf(NUMBERS);

      assertBlank(() -> calling.takesAtMost(""), "takesAtMost(\"\")");
      assertBlank(() -> calling.allocatesAtMost(" "), "allocatesAtMost(\" \")");
      assertBlank(() -> calling.leavesAtMost(""), "leavesAtMost(\"\")");
      assertBlank(() -> calling.promotesAtMost(""), "promotesAtMost(\"\")");
      assertBlank(() -> calling.callsAtMost(1, List.class, ""), "callsAtMost(1, List.class, \"\")");
      assertBlank(() -> graph.retainsAtMost(""), "retainsAtMost(\"\")");
      assertBlank(() -> graph.hasSizeOf(""), "hasSizeOf(\"\")");
      assertBlank(() -> graph.wastesAtMost(""), "wastesAtMost(\"\")");
      assertBlank(() -> graph.addsAtMost("", 1), "addsAtMost(\"\", 1)");
    }

    private void assertBlank(ThrowingCallable assertion, String call) {
      assertThatIllegalArgumentException()
          .isThrownBy(assertion)
          .withMessageStartingWith(call + ": ");
    }

    @Test
    void malformedQuantityIsRefusedWithAnExample() {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> assertThatCalling(() -> new byte[LARGE]).allocatesAtMost("12 XB"))
          .withMessageStartingWith("allocatesAtMost(\"12 XB\"): ")
          .withMessageContaining("unknown unit 'XB'")
          .withMessageContaining("for example \"64 KiB\"");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> assertThatGraphOf(new byte[LARGE]).retainsAtMost("12"))
          .withMessageStartingWith("retainsAtMost(\"12\"): ");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> assertThatCalling(() -> new byte[LARGE]).takesAtMost("2 KiB"))
          .withMessageStartingWith("takesAtMost(\"2 KiB\"): ");
    }

    @Test
    void invalidNumbersAreRefused() {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> assertThatCalling(() -> new byte[LARGE]).makesAtMost(-1))
          .withMessageStartingWith("makesAtMost(-1, Object.class): ");
      assertThatIllegalArgumentException()
          .isThrownBy(
              () ->
                  assertThatCalling(() -> NUMBERS.size())
                      .takesAtMost(0.0, Tare.calling(() -> NUMBERS.size())))
          .withMessageStartingWith("takesAtMost(0.0, Tare.calling(…)): ");
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> assertThatCalling(n -> new byte[n]).growsAtMost(GrowthOrder.LINEAR, 10, 100))
          .withMessageStartingWith("growsAtMost(LINEAR, TIME, 10, 100): ");
    }

    @Test
    void constructorIsRefusedAsAMethod() {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () ->
                  assertThatCalling(() -> NUMBERS.size()).callsAtMost(1, ArrayList.class, "<init>"))
          .withMessageContaining("constructors are not counted");
    }

    @Test
    void missingMethodIsRefused() {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> assertThatCalling(() -> NUMBERS.size()).callsAtMost(1, List.class, "sise"))
          .withMessageStartingWith("callsAtMost(1, List.class, \"sise\"): ");
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> assertThatCalling(() -> NUMBERS.size()).callsAtMost(1, Private.class, "get"))
          .withMessageContaining("has no such method, for example method = \"visible\"");
    }

    @Test
    void exceptionOfTheBodyIsThrownUnchanged() {
      IOException thrown = new IOException("of the body");

      assertThatThrownBy(
              () ->
                  assertThatCalling(
                          () -> {
                            if (NUMBERS.isEmpty()) {
                              return "";
                            }
                            throw thrown;
                          })
                      .allocatesNothing())
          .isSameAs(thrown);
    }

    @Test
    void errorOfTheBodyIsThrownUnchanged() {
      for (Throwable thrown :
          List.of(
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

    @Test
    void otherThreadsAssertToo() {
      assertThatThrownBy(
              () ->
                  CompletableFuture.runAsync(
                          () -> assertThatCalling(() -> new byte[LARGE]).allocatesNothing())
                      .join())
          .isInstanceOf(CompletionException.class)
          .hasCauseInstanceOf(AssertionFailedError.class);
    }
  }

  private static void assertFailure(ThrowingCallable assertion, String headline) {
    assertThatExceptionOfType(AssertionFailedError.class)
        .isThrownBy(assertion)
        .satisfies(
            failure ->
                assertThat(String.valueOf(failure.getMessage()).lines().toList())
                    .startsWith(headline));
  }
}
