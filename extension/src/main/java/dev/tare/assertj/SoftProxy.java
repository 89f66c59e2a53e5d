package dev.tare.assertj;

import org.assertj.core.api.SoftAssertionsProvider;

/** Creates soft assertions. */
final class SoftProxy {

  private SoftProxy() {}

  /** Returns an assertion like another one, whose failures are collected. */
  @SuppressWarnings("unchecked") // the class of an assertion of Tare, which is never a subclass
  static <SELF extends AbstractMeasuredAssert<SELF, ACTUAL>, ACTUAL> SELF of(
      SoftAssertionsProvider soft, Class<ACTUAL> actual, SELF assertion) {
    return soft.proxy((Class<SELF>) assertion.getClass(), actual, assertion.measured())
        .collectedBy(soft);
  }
}
