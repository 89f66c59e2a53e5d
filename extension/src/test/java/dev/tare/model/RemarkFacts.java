package dev.tare.model;

import java.util.Objects;

/** Reads numbers out of remarks. */
public final class RemarkFacts {

  private RemarkFacts() {}

  /** Returns a number of a remark. */
  public static double number(Remark remark, String name) {
    return ((Number) Objects.requireNonNull(remark.facts().get(name))).doubleValue();
  }
}
