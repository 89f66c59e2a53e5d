package shop;

import dev.tare.allocation.NoAllocation;
import dev.tare.extension.MeasuresFirst;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/** Runs in a second application of Quarkus, with a class loader of its own. */
@MeasuresFirst
@QuarkusTest
@TestProfile(CheapTests.Cheap.class)
class CheapTests {

  @Inject Prices prices;

  @ConfigProperty(name = "shop.factor")
  int factor;

  @Test
  @NoAllocation
  void multipliesWithoutAllocation() {
    if (prices.sum() * factor == 0) {
      throw new AssertionError();
    }
  }

  @Test
  @NoAllocation
  void boxesPrices() {
    prices.all();
  }

  public static class Cheap implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of("shop.factor", "2");
    }
  }
}
