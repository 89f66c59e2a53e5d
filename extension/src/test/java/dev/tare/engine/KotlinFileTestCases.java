package dev.tare.engine;

import kotlin.Metadata;
import org.junit.jupiter.api.Test;

/** The class that Kotlin's compiler makes of a class in a file of the same name. */
@Metadata
class KotlinFileTestCases {

  @Test
  void passes() {}
}
