package dev.tare.invocations;

import static dev.tare.assertj.TareAssertions.assertThatCalling;
import static org.mockito.Mockito.mock;

/** Program in which a measured body is the first to start Mockito, and exceeds its limit. */
final class LateMockitoProbe {

  static class Mailer {
    void send() {}
  }

  private LateMockitoProbe() {}

  @SuppressWarnings("DirectInvocationOnMock") // the call is not counted
  private static void send() {
    mock(Mailer.class).send();
    new Mailer().send();
  }

  public static void main(String[] arguments) {
    try {
      assertThatCalling(LateMockitoProbe::send).callsAtMost(0, Mailer.class, "send");
    } catch (AssertionError e) {
      System.out.println(e.getMessage());
    }
  }
}
