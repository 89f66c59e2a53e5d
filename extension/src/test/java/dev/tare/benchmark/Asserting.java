package dev.tare.benchmark;

/** Has an assertion. */
final class Asserting {

  private int number = 1;

  void test() {
    assert number > 0;
    number++;
  }
}
