package shop;

import static org.mockito.Mockito.mock;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.invocations.MaxInvocations;
import org.junit.jupiter.api.Test;

/** Starts Tare's agent before Mockito has started its own. */
class BasketTests {

  private final Basket basket = new Basket();

  @Test
  @MaxAllocatedBytes("0 B")
  void isCopied() {
    basket.copy();
  }

  @Test
  @MaxInvocations(type = Mailer.class, method = "send", value = 1)
  void startsMockitoItself() {
    mock(Mailer.class).send("Ann");
  }

  @MaxInvocations(type = Basket.class, method = "copy", value = 0)
  int isNotCopied() {
    return basket.size();
  }
}
