package dev.tare.engine;

import kotlin.Metadata;
import org.junit.jupiter.api.Test;

/** What Kotlin's compiler makes of a file with a class and a function outside of it. */
@Metadata
class KotlinFileTestCases {

  @Test
  void passes() {}
}

@Metadata(k = 2)
final class KotlinFileTestCasesKt {

  private KotlinFileTestCasesKt() {}

  @Counted
  static String outside() {
    return "";
  }
}
