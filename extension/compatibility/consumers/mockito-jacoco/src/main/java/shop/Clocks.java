package shop;

/** A static dependency, as old code has it. */
public final class Clocks {

  private Clocks() {}

  public static long now() {
    return System.nanoTime();
  }
}
