package shop;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;

@Entity
public class Item {

  @Id @GeneratedValue private Long id;

  @ManyToOne(fetch = FetchType.LAZY)
  private Purchase purchase;

  private String product;
  private int cents;

  protected Item() {}

  Item(Purchase purchase, String product, int cents) {
    this.purchase = purchase;
    this.product = product;
    this.cents = cents;
  }

  public Purchase getPurchase() {
    return purchase;
  }

  public String getProduct() {
    return product;
  }

  public int getCents() {
    return cents;
  }
}
