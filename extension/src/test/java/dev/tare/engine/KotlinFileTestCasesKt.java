package dev.tare.engine;

import kotlin.Metadata;

/** The class that Kotlin's compiler makes of a function outside of the class in its file. */
@Metadata(k = 2)
final class KotlinFileTestCasesKt {

  private KotlinFileTestCasesKt() {}

  @Counted
  static String outside() {
    return "";
  }
}
