package dev.tare.invocations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.CALLS_REAL_METHODS;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockStatic;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import dev.tare.ExecutedTests;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.testing.WeavesOrWalks;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mockito.InOrder;
import org.mockito.MockMakers;
import org.mockito.MockedStatic;

/**
 * Checks that each call of a mock of Mockito counts once, those that stub or verify it too, except
 * those that Mockito makes itself, through a method reference.
 */
@TestInstance(Lifecycle.PER_CLASS) // the test cases run once for all
@Isolated("transforms the classes of all tests")
@WeavesOrWalks
class MockCallsTests {

  private final ExecutedTests tests;

  MockCallsTests() {
    Agent.access(); // before Mockito starts its agent: a mock's call then skips Tare's own hooks
    tests = ExecutedTests.tare(MockCallsTestCases.class);
  }

  static class Rates {
    double rate(int currency) {
      return currency;
    }

    double rates(int... currencies) {
      double sum = 0;
      for (int currency : currencies) {
        sum += rate(currency);
      }
      return sum;
    }

    static double ofToday() {
      return 1;
    }
  }

  static double total(Rates rates) {
    return rates.rate(1) + rates.rate(2);
  }

  @ParameterizedTest
  @CsvSource({
    "verified, 6",
    "stubbed, 6",
    "spied, 4",
    "calledByItself, 3",
    "ofSubclass, 2",
    "ofStatic, 3",
    "ofStaticSpy, 1"
  })
  void eachCallCountsOnce(String method, int calls) {
    assertThat(tests.failure(method)).hasMessageContaining(" " + calls + " exceed 0");
  }

  @Test
  void failureListsTheLinesThatStubOrVerify() {
    assertThat(String.valueOf(tests.failure("spied").getMessage()).lines())
        .filteredOn(line -> line.contains("called by  MockCallsTests.MockCallsTestCases.spied("))
        .hasSize(2);
  }

  @Test
  void failureSaysThatCallsOfMocksWereMissed() {
    ChildJvm child =
        ChildJvm.run(List.of("-XX:+EnableDynamicAgentLoading"), LateMockitoProbe.class);

    assertThat(child.out())
        .as(child.err())
        .contains("Invocations of Mailer.send() of LateMockitoProbe.main() 1 exceed 0\n")
        .contains("; it is at least that")
        .containsIgnoringWhitespaces("calls of mocks are not counted, since Mockito was started");
  }

  static class MockCallsTestCases {

    private final Rates mock = mock(Rates.class);

    @MaxInvocations(type = Rates.class, method = "rate", value = 0)
    void verified() {
      total(mock);
      verify(mock).rate(1);
      verify(mock, times(1)).rate(Math.abs(-new int[] {1, 2}[1]));
      InOrder order = inOrder(mock);
      order.verify(mock).rate(1);
      then(mock).should(times(1)).rate(2);
    }

    @MaxInvocations(type = Rates.class, method = "rate", value = 0)
    void stubbed() {
      when(mock.rate(anyInt())).thenReturn(2.0);
      given(mock.rate(1)).willReturn(3.0);
      doReturn(4.0).when(mock).rate(2);
      assertThat(total(mock)).isEqualTo(7);
      verify(mock).rate(2);
    }

    @MaxInvocations(type = Rates.class, method = "rate", value = 0)
    void spied() {
      Rates spy = spy(new Rates());
      doReturn(4.0).when(spy).rate(2);
      assertThat(total(spy)).isEqualTo(5);
      verify(spy).rate(1);
    }

    @MaxInvocations(type = Rates.class, method = "rate", value = 0)
    void calledByItself() {
      assertThat(spy(new Rates()).rates(1, 2, 3)).isEqualTo(6);
    }

    @MaxInvocations(type = Rates.class, method = "rate", value = 0)
    void ofSubclass() {
      Rates subclass =
          mock(
              Rates.class,
              withSettings().mockMaker(MockMakers.SUBCLASS).defaultAnswer(CALLS_REAL_METHODS));
      assertThat(total(subclass)).isEqualTo(3);
    }

    @MaxInvocations(type = Rates.class, method = "ofToday", value = 0)
    void ofStatic() {
      try (MockedStatic<Rates> rates = mockStatic(Rates.class)) {
        rates.when(Rates::ofToday).thenReturn(2.0);
        rates.when(() -> Rates.ofToday()).thenReturn(3.0);
        assertThat(today()).isEqualTo(3);
        rates.verify(() -> Rates.ofToday());
      }
    }

    @MaxInvocations(type = Rates.class, method = "ofToday", value = 0)
    void ofStaticSpy() {
      try (MockedStatic<Rates> rates = mockStatic(Rates.class, CALLS_REAL_METHODS)) {
        assertThat(today()).isEqualTo(1);
        rates.verify(Rates::ofToday);
      }
    }

    private static double today() {
      return Rates.ofToday();
    }
  }
}
