package shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.when;

import com.arjuna.ats.jta.TransactionManager;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.extension.MeasuresFirst;
import dev.tare.invocations.MaxInvocations;
import io.quarkus.test.InjectMock;
import io.quarkus.test.TestTransaction;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@MeasuresFirst
@QuarkusTest
class CheckoutTests {

  @Inject Checkout checkout;
  @Inject Receipts receipts;
  @InjectMock Discounts discounts;

  private final Set<Object> transactions = new HashSet<>();

  @BeforeEach
  void grantDiscount() {
    when(discounts.of(anyString())).thenReturn(50);
  }

  @Test
  @MaxInvocations(type = Receipts.class, method = "print", value = 1)
  void printsOneReceipt() {
    checkout.sell("ben");
    assertThat(receipts.latest()).isEqualTo(7_674);
  }

  @Test
  @MaxInvocations(type = Receipts.class, method = "print", value = 1)
  void printsTwoReceipts() {
    checkout.sell("ben");
    checkout.sell("anna");
  }

  /** Each call has a transaction of its own. */
  @Test
  @TestTransaction
  @MaxAllocatedBytes("1 MiB")
  void sellsInATransaction() throws Exception {
    assertThat(transaction()).isNotNull();
    assertThat(transactions.add(transaction())).isTrue();
    checkout.sell("ben");
  }

  private static Object transaction() throws Exception {
    return TransactionManager.transactionManager().getTransaction();
  }
}
