package shop;

import static dev.tare.assertj.TareAssertions.assertThatGraphOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.invocations.MaxInvocations;
import dev.tare.retained.Kind;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.retained.Retained;
import jakarta.persistence.EntityManager;
import java.util.List;
import org.h2.jdbc.JdbcPreparedStatement;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.jdbc.Sql;
import org.springframework.test.context.transaction.TestTransaction;

/** Entities, which the persistence context of the transaction holds as well. */
@JpaSlice
@Sql("/purchases.sql")
class PurchasesTests {

  @Autowired Purchases purchases;
  @Autowired EntityManager entities;

  @MaxRetainedSize("200 B")
  List<Purchase> isOnlyTheListWhileTheSessionHoldsTheEntities() {
    return purchases.findAllWithItems();
  }

  // tag::entities[]
  @MaxRetainedSize("2 KiB")
  List<Purchase> findsPurchases() {
    List<Purchase> found = purchases.findAllWithItems();
    TestTransaction.end(); // the session is closed, and lets go of the entities
    return found;
  }

  @MaxRetainedSize(value = "2 KiB", kind = Kind.REACHABLE, ignoring = EntityManager.class)
  List<Purchase> findsPurchasesInTheTransaction() {
    return purchases.findAllWithItems();
  }

  // end::entities[]

  @MaxRetainedSize(value = "200 B", kind = Kind.REACHABLE, ignoring = EntityManager.class)
  List<Purchase> findsTooMany() {
    return purchases.findAllWithItems();
  }

  @Test
  void handsPurchasesOver(@MaxRetainedSize("1 KiB") Retained<List<Purchase>> retained) {
    List<Purchase> found = purchases.findByCustomer("Ada");
    TestTransaction.end();
    assertThat(found).hasSize(2);
    retained.hold(found);
  }

  @MaxRetainedSize("1 KiB")
  Purchase isAProxyOfHibernate() {
    Purchase proxy = entities.getReference(Purchase.class, -1L);
    assertThat(proxy.getClass().getName()).startsWith("shop.Purchase$HibernateProxy");
    TestTransaction.end();
    return proxy;
  }

  @MaxInvocations(type = JdbcPreparedStatement.class, method = "executeQuery", value = 1)
  int queriesForEachPurchase() {
    return purchases.findAll().stream().mapToInt(Purchase::total).sum();
  }

  // tag::queries[]
  @Test
  @MaxInvocations(type = JdbcPreparedStatement.class, method = "executeQuery", value = 1)
  void queriesOnce() {
    assertThat(purchases.findAllWithItems().stream().mapToInt(Purchase::total).sum())
        .isEqualTo(750);
  }

  // end::queries[]

  @Test
  void weighsWithoutAnnotations() {
    List<Purchase> found = purchases.findByCustomer("Grace");
    TestTransaction.end();

    assertThatGraphOf(found).retainsAtMost("50 B");
  }
}
