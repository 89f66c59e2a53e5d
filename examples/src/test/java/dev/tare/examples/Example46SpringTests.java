package dev.tare.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.benchmark.BeforeCall;
import dev.tare.benchmark.Benchmarked;
import dev.tare.invocations.MaxInvocations;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestExecutionListeners;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;
import org.springframework.test.context.support.DependencyInjectionTestExecutionListener;
import org.springframework.test.context.support.DirtiesContextTestExecutionListener;
import org.springframework.test.context.transaction.TransactionalTestExecutionListener;
import org.springframework.transaction.annotation.Transactional;

/**
 * A repository of Spring: its queries are counted, and what a test inserts is rolled back.
 *
 * <p>A query for each order (N + 1 queries) takes hardly longer in a small test database, so a
 * limit of time does not find it; the number of queries does. A test is one transaction, however
 * often its body is called: a second call inserts the same row again.
 */
@Transactional
@DirtiesContext // closes the database, whose threads would work beside later tests
@SpringJUnitConfig(Example46SpringTests.Shop.class)
@TestExecutionListeners({
  DependencyInjectionTestExecutionListener.class,
  DirtiesContextTestExecutionListener.class,
  TransactionalTestExecutionListener.class
})
class Example46SpringTests {

  /** Orders in a database. */
  static class Orders {
    private final JdbcTemplate jdbc;

    Orders(JdbcTemplate jdbc) {
      this.jdbc = jdbc;
    }

    // tag::repository[]
    List<Integer> numbers() {
      return jdbc.queryForList("select number from orders", Integer.class);
    }

    int total(int number) {
      return jdbc.queryForObject(
          "select sum(cents) from items where number = ?", Integer.class, number);
    }

    List<Integer> totals() {
      return jdbc.queryForList("select sum(cents) from items group by number", Integer.class);
    }

    // end::repository[]

    int add(int number) {
      return jdbc.update("insert into orders values (?)", number);
    }

    void remove(int number) {
      jdbc.update("delete from orders where number = ?", number);
    }
  }

  @Configuration
  static class Shop {

    @Bean
    DataSource dataSource() {
      return new EmbeddedDatabaseBuilder()
          .generateUniqueName(true)
          .setType(EmbeddedDatabaseType.H2)
          .build();
    }

    @Bean
    DataSourceTransactionManager transactionManager(DataSource source) {
      return new DataSourceTransactionManager(source);
    }

    @Bean
    Orders orders(DataSource source) {
      JdbcTemplate jdbc = new JdbcTemplate(source);
      jdbc.execute("create table orders (number int primary key)");
      jdbc.execute("create table items (number int, cents int)");
      for (int number = 1; number <= 20; number++) {
        jdbc.update("insert into orders values (?)", number);
        jdbc.update("insert into items values (?, 300), (?, 250)", number, number);
      }
      return new Orders(jdbc);
    }
  }

  @Autowired Orders orders;

  // tag::right[]
  @Test
  @MaxInvocations(type = JdbcTemplate.class, method = "query", value = 1)
  void sumsOrders() {
    assertThat(orders.totals()).hasSize(20).containsOnly(550);
  }

  // end::right[]

  // tag::once[]
  @MaxAllocatedBytes(value = "100 KiB", runs = 1, warmups = 0)
  int addsAnOrder() {
    return orders.add(21);
  }

  // end::once[]

  /** A class of its own, since {@code @BeforeCall} is for benchmarks. */
  @Nested
  class Prepared {

    // tag::prepared[]
    @BeforeCall
    void removeTheOrder() {
      orders.remove(21);
    }

    @Benchmarked(max = "200 us")
    int addsAnOrder() {
      return orders.add(21);
    }
    // end::prepared[]
  }

  @Transactional
  @DirtiesContext
  @Disabled("fails on purpose")
  @SpringJUnitConfig(Shop.class)
  @TestExecutionListeners({
    DependencyInjectionTestExecutionListener.class,
    DirtiesContextTestExecutionListener.class,
    TransactionalTestExecutionListener.class
  })
  static class Failing {

    @Autowired Orders orders;

    // tag::wrong[]
    @Test
    @MaxInvocations(type = JdbcTemplate.class, method = "query", value = 1)
    void sumsOrders() {
      for (int number : orders.numbers()) {
        assertThat(orders.total(number)).isEqualTo(550);
      }
    }

    // end::wrong[]

    // tag::twice[]
    @MaxAllocatedBytes("100 KiB")
    int addsAnOrder() {
      return orders.add(21);
    }
    // end::twice[]
  }
}
