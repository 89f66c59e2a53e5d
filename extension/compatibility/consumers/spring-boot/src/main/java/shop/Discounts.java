package shop;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

@Component
public class Discounts {

  private final int percent;

  public Discounts(@Value("${shop.discount:0}") int percent) {
    this.percent = percent;
  }

  public int off(int cents) {
    return cents * percent / 100;
  }
}
