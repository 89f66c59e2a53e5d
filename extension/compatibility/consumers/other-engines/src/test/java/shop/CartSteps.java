package shop;

import static dev.tare.assertj.TareAssertions.assertThatCalling;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.Tare;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.unit.DataSize;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;

public class CartSteps {

  private final Cart cart = new Cart();
  private Object allocated;

  @Given("a cart with {int} lamps")
  public void fills(int lamps) {
    if (lamps > 0) {
      cart.add("lamp", lamps, 1_999);
    }
  }

  @When("the total is read")
  public void readsTotal() {
    allocated = Tare.calling(() -> cart.total()).allocated().value();
  }

  @Then("nothing is allocated")
  public void allocatesNothing() {
    assertThat(allocated).isEqualTo(new DataSize(0));
  }

  @Then("its boxed total allocates at most {string}")
  @MaxAllocatedBytes("8 B")
  public void boxes(String limit) {
    assertThatCalling(cart::boxedTotal).allocatesAtMost(limit);
  }
}
