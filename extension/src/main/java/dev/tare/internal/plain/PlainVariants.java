package dev.tare.internal.plain;

import dev.tare.body.TestBody;
import dev.tare.internal.jupiter.TestSubject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Creates the other bodies of a measurement: of the baseline, of a size, and of the preparation.
 */
record PlainVariants(Object target, @Nullable Lambda preparation, @Nullable Lambda other)
    implements TestSubject.Variants {

  @Override
  public TestBody method(String name) {
    if (other == null) {
      throw new IllegalStateException("there is no body " + name);
    }
    return other.body();
  }

  @Override
  public TestBody argument(int parameter, Object argument) {
    return ((Lambda) target).body(argument);
  }

  @Override
  public List<TestBody> preparations() {
    return preparation == null ? List.of() : List.of(preparation.body());
  }
}
