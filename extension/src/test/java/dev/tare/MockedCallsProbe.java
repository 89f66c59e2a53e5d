package dev.tare;

import static org.mockito.Mockito.mock;

/** Program that prints how many calls of a mock are counted. */
final class MockedCallsProbe {

  static class Mailer {
    void send(String text) {
      throw new IllegalStateException(text);
    }
  }

  private MockedCallsProbe() {}

  @SuppressWarnings("DirectInvocationOnMock") // the call is counted
  public static void main(String[] arguments) {
    Mailer mailer = mock(Mailer.class);

    System.out.println(
        Tare.calling(() -> mailer.send("text")).invocationsOf(Mailer.class, "send").value());
  }
}
