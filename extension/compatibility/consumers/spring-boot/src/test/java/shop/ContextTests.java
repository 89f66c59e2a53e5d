package shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.retained.MaxRetainedSize;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.ApplicationContext;

/** How often contexts and lifecycle methods are used when both engines run a class. */
@SpringBootTest(webEnvironment = WebEnvironment.NONE)
class ContextTests {

  /** Contexts of this class, over the runs of both engines. */
  private static final Set<ApplicationContext> CONTEXTS = new HashSet<>();

  @Autowired ApplicationContext context;

  @AfterEach
  void remembersItsContext() {
    CONTEXTS.add(context);
  }

  @AfterAll
  static void bothEnginesShareOneContext() {
    assertThat(CONTEXTS).hasSize(1);
  }

  @MaxAllocatedBytes("0 B")
  Object findsItsContext() {
    return context;
  }

  @Test
  @MaxAllocatedBytes("10 KiB")
  void findsItsBean() {
    assertThat(context.getBean(Checkout.class)).isNotNull();
  }

  /** One instance and non-static lifecycle methods, once for each engine. */
  @Nested
  @TestInstance(Lifecycle.PER_CLASS)
  class OneInstance {

    private int prepared;
    private int[] prices = {};

    @BeforeAll
    void prepare(@Autowired Checkout checkout) {
      assertThat(checkout).isNotNull();
      prepared++;
      prices = new int[] {1_999, 450};
    }

    @MaxRetainedSize("24 B")
    int[] copiesPrices() {
      return prices.clone();
    }

    @MaxRetainedSize("23 B")
    int[] copiesTooMuch() {
      return prices.clone();
    }

    @Test
    @MaxAllocatedBytes("1 KiB")
    void isPreparedOnce() {
      assertThat(prepared).isEqualTo(1);
    }

    @Test
    @MaxAllocatedBytes("0 B")
    void copiesAsATest() {
      prices.clone();
    }
  }
}
