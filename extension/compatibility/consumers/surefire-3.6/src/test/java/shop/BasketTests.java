package shop;

import static dev.tare.assertj.TareAssertions.assertThatCalling;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.NoAllocation;
import dev.tare.retained.MaxRetainedSize;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BasketTests {

  private final Basket basket = new Basket();

  @BeforeEach
  void addArticles() {
    basket.add("tea");
    basket.add("rice");
  }

  @Test
  @Tag("quick")
  void countsArticles() {
    assertThat(basket.size()).isEqualTo(2);
  }

  @Test
  @Tag("quick")
  @MaxAllocatedBytes("16 B")
  void countsWithAnIterator() {
    basket.size();
  }

  @Tag("quick")
  @MaxRetainedSize("1 KiB")
  Basket keepsTwoArticles() {
    return basket;
  }

  @Test
  @NoAllocation
  void prints() {
    basket.print();
  }

  @Test
  void printsInALambda() {
    assertThatCalling(basket::print).allocatesNothing();
  }

  @Nested
  class Empty {

    private final Basket empty = new Basket();

    @ParameterizedTest
    @ValueSource(strings = {"tea", "rice"})
    @MaxAllocatedBytes("0 B")
    void addsFirstArticle(String article) {
      empty.add(article);
    }

    @MaxRetainedSize("32 B")
    Basket keepsLittle() {
      return empty;
    }
  }

  @MaxRetainedSize("1 KiB")
  private Basket isPrivate() {
    return basket;
  }
}
