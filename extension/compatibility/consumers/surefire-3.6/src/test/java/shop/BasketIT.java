package shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.allocation.MaxAllocations;
import dev.tare.invocations.MaxInvocations;
import org.junit.jupiter.api.Test;

/** Tests of the packaged jar. */
class BasketIT {

  private final Basket basket = new Basket();

  @Test
  void readsThePackagedJar() {
    assertThat(Basket.class.getProtectionDomain().getCodeSource().getLocation().getPath())
        .endsWith(".jar");
  }

  @MaxAllocations(value = 0, type = StringBuilder.class)
  String prints() {
    basket.add("tea");
    return basket.print();
  }

  @Test
  @MaxInvocations(type = Basket.class, method = "add", value = 1)
  void addsTwice() {
    basket.add("tea");
    basket.add("rice");
  }
}
