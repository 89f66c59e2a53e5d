package shop;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import java.util.ArrayList;
import java.util.List;

@Entity
public class Purchase {

  @Id @GeneratedValue private Long id;
  private String customer;

  @OneToMany(mappedBy = "purchase", cascade = CascadeType.ALL)
  private List<Item> items = new ArrayList<>();

  protected Purchase() {}

  public Purchase(String customer) {
    this.customer = customer;
  }

  public Purchase with(String product, int cents) {
    items.add(new Item(this, product, cents));
    return this;
  }

  public Long getId() {
    return id;
  }

  public String getCustomer() {
    return customer;
  }

  public List<Item> getItems() {
    return items;
  }

  public int total() {
    return items.stream().mapToInt(Item::getCents).sum();
  }
}
