package shop;

import static dev.tare.assertj.TareAssertions.assertThatCalling;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willReturn;
import static org.mockito.Mockito.atLeastOnce;
import static org.mockito.Mockito.verify;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.invocations.MaxInvocations;
import dev.tare.retained.MaxRetainedSize;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;
import org.springframework.test.context.jdbc.Sql;
import org.springframework.test.context.transaction.AfterTransaction;
import org.springframework.transaction.annotation.Transactional;

/** The whole application, with a mock, a spy, a profile, and transactions that are rolled back. */
@SpringBootTest
@ActiveProfiles("sale")
@Transactional
class CheckoutTests {

  private final Checkout checkout;
  private final Purchases purchases;

  @MockitoBean ExchangeRates rates;
  @MockitoSpyBean Discounts discounts;

  CheckoutTests(@Autowired Checkout checkout, @Autowired Purchases purchases) {
    this.checkout = checkout;
    this.purchases = purchases;
  }

  @BeforeEach
  void stub() {
    given(rates.rate("CHF")).willReturn(0.5);
  }

  @AfterTransaction
  void nothingIsLeftInTheDatabase() {
    assertThat(purchases.count()).isZero();
  }

  @MaxAllocatedBytes("1 MiB")
  Purchase buys() {
    return checkout.buy("Ada", "plum", 1_000);
  }

  @Test
  @MaxAllocatedBytes("1 MiB")
  void appliesTheDiscountOfTheProfile() {
    Purchase purchase = checkout.buy("Ada", "plum", 1_000);

    assertThat(purchase.total()).isEqualTo(900);
    verify(discounts, atLeastOnce()).off(1_000);
  }

  @MaxInvocations(type = ExchangeRates.class, method = "rate", value = 1)
  double asksTheMockOnce() {
    return checkout.total(new Purchase("Ada").with("plum", 1_000), "CHF");
  }

  @MaxInvocations(type = ExchangeRates.class, method = "rate", value = 1)
  double asksTheMockForEachItem() {
    Purchase purchase = new Purchase("Ada").with("plum", 1_000);
    return checkout.total(purchase, "CHF") + checkout.total(purchase, "CHF");
  }

  @MaxInvocations(type = Purchases.class, method = "save", value = 0)
  Purchase savesOnce() {
    return checkout.buy("Ada", "plum", 1_000);
  }

  @Test
  @MaxInvocations(type = Discounts.class, method = "off", value = 0)
  void asksTheSpyOnce() {
    assertThat(checkout.buy("Ada", "plum", 1_000).total()).isEqualTo(900);
  }

  @Test
  @MaxAllocatedBytes("1 MiB")
  void stubsTheSpy() {
    willReturn(1).given(discounts).off(1_000);

    assertThat(checkout.buy("Ada", "plum", 1_000).total()).isEqualTo(999);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 200})
  @MaxAllocatedBytes("1 MiB")
  void buysForAnyPrice(int cents) {
    assertThat(checkout.buy("Ada", "plum", cents).total()).isEqualTo(cents * 9 / 10);
  }

  @ValueSource(ints = {100, 200})
  @MaxAllocatedBytes("1 MiB")
  int buysForAnyPriceToo(int cents) {
    return checkout.buy("Ada", "plum", cents).total();
  }

  @Test
  void measuresWithoutAnnotations() {
    assertThatCalling(() -> checkout.buy("Ada", "plum", 1_000)).allocatesAtMost("1 MiB");
    assertThatCalling(() -> new Purchase("Ada")).allocatesAtMost("16 B");
  }

  @Test
  @MaxRetainedSize("1 KiB")
  void weighsNothing() {}

  @Nested
  @TestPropertySource(properties = "shop.discount=25")
  class WithAnotherDiscount {

    @Autowired Checkout discounted;

    @MaxAllocatedBytes("1 MiB")
    int appliesIt() {
      int total = discounted.buy("Ada", "plum", 1_000).total();
      assertThat(total).isEqualTo(750);
      return total;
    }

    @Test
    @MaxAllocatedBytes("0 B")
    void copiesIt() {
      new Purchase("Ada");
    }
  }
}
