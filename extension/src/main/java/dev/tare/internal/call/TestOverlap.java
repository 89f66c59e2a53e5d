package dev.tare.internal.call;

/** Wording of doubts about a measurement during which other tests run. */
public final class TestOverlap {

  /** How to run a test alone; follows {@code run this one}. */
  public static final String ALONE =
      " alone: @Isolated on its class, or no @Test beside the annotation";

  private TestOverlap() {}

  /**
   * Returns the reason why a measurement is in doubt.
   *
   * @param effect effect of the other tests on the figure: {@code and their bytes are in the
   *     figure}
   */
  public static String reason(String effect) {
    return "other tests run at the same time " + effect + "; run this one" + ALONE;
  }
}
