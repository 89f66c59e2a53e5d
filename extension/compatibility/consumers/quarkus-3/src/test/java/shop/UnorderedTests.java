package shop;

import dev.tare.allocation.NoAllocation;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

/** Quarkus calls the tests itself, without {@code @MeasuresFirst}. */
@QuarkusTest
class UnorderedTests {

  @Inject Prices prices;

  @Test
  @NoAllocation
  void isNotMeasured() {
    prices.sum();
  }
}
