package dev.tare;

import static dev.tare.assertj.TareAssertions.assertThatCalling;
import static dev.tare.assertj.TareAssertions.assertThatGraphOf;

/** A program that asserts with AssertJ and without JUnit on its class path. */
final class PlainAssertionsProbe {

  private PlainAssertionsProbe() {}

  public static void main(String[] arguments) {
    assertThatGraphOf(new byte[1_000]).retainsAtMost("1 MiB");
    System.out.println("within");
    try {
      assertThatCalling(() -> new byte[1_000]).allocatesAtMost("10 B");
    } catch (AssertionError e) {
      System.out.println(String.valueOf(e.getMessage()).lines().findFirst().orElseThrow());
    }
    System.setProperty("tare.enabled", "false");
    assertThatCalling(() -> new byte[1_000]).allocatesAtMost("10 B");
    System.out.println("not judged");
  }
}
