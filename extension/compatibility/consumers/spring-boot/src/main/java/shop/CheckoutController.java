package shop;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class CheckoutController {

  private final Checkout checkout;

  public CheckoutController(Checkout checkout) {
    this.checkout = checkout;
  }

  @GetMapping("/turnover/{currency}")
  public String turnover(@PathVariable String currency) {
    return checkout.turnover() + " " + currency;
  }
}
