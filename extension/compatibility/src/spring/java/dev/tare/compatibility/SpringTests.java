package dev.tare.compatibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.transaction.support.TransactionSynchronizationManager.isActualTransactionActive;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.retained.MaxRetainedSize;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.test.annotation.Commit;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.annotation.Rollback;
import org.springframework.test.context.jdbc.Sql;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;
import org.springframework.test.context.transaction.AfterTransaction;
import org.springframework.test.context.transaction.BeforeTransaction;
import org.springframework.transaction.annotation.Transactional;

/** Methods that Tare's engine runs have the transactions, contexts and beans of any Spring test. */
class SpringTests {

  private static final String INSERT = "insert into orders values (1)";

  @Configuration
  static class Database {

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
    JdbcTemplate jdbc(DataSource source) {
      JdbcTemplate jdbc = new JdbcTemplate(source);
      jdbc.execute("create table orders (number int)");
      return jdbc;
    }
  }

  private static int rows(JdbcTemplate jdbc) {
    Integer rows = jdbc.queryForObject("select count(*) from orders", Integer.class);
    return rows == null ? -1 : rows;
  }

  /** A class whose rows must be rolled back after each of its tests. */
  @Transactional
  abstract static class RolledBack {

    private static int begun;
    private static int ended;

    @Autowired JdbcTemplate jdbc;

    @BeforeAll
    static void forgetOthers() {
      begun = 0;
      ended = 0;
    }

    @BeforeTransaction
    void findsNoRowBefore() {
      begun++;
      assertThat(rows(jdbc)).isZero();
    }

    @AfterTransaction
    void findsNoRowAfterwards() {
      ended++;
      assertThat(rows(jdbc)).isZero();
    }

    int insert() {
      assertThat(isActualTransactionActive()).isTrue();
      return jdbc.update(INSERT);
    }

    static void assertTransactions(int expected) {
      assertThat(begun).isEqualTo(expected);
      assertThat(ended).isEqualTo(expected);
    }
  }

  @Nested
  @SpringJUnitConfig(Database.class)
  class InheritedTransactionTests extends RolledBack {

    @MaxAllocatedBytes("10 MB")
    int rollsBack() {
      return insert();
    }

    @MaxRetainedSize("10 KB")
    String rollsBackWhatIsWeighed() {
      return "rows: " + insert();
    }

    @MaxAllocatedBytes("10 MB")
    void rollsBackWithoutAResult() {
      insert();
    }

    @ValueSource(ints = {1, 2})
    @MaxAllocatedBytes("10 MB")
    int rollsBackEachInvocation(int orders) {
      return orders * insert();
    }

    @Sql(statements = INSERT)
    @MaxAllocatedBytes(value = "10 MB", runs = 1, warmups = 0)
    int rollsBackItsScript() {
      assertThat(rows(jdbc)).isEqualTo(1);
      return insert();
    }

    @AfterAll
    static void countsTransactionsOfEveryTest() {
      assertTransactions(6);
    }
  }

  @Nested
  @SpringJUnitConfig(Database.class)
  class BracketedTests extends RolledBack {

    @Test
    @MaxAllocatedBytes("10 MB")
    void rollsBack() {
      insert();
    }

    @AfterAll
    static void countsTransactionsOfEveryTest() {
      assertTransactions(1);
    }
  }

  @Nested
  @Commit
  @DirtiesContext
  @Transactional
  @SpringJUnitConfig(Database.class)
  @TestMethodOrder(MethodOrderer.MethodName.class)
  class CommittedTests {

    private final JdbcTemplate jdbc;

    CommittedTests(@Autowired JdbcTemplate jdbc) {
      this.jdbc = jdbc;
    }

    @MaxAllocatedBytes(value = "10 MB", runs = 1, warmups = 0)
    int aCommits() {
      return jdbc.update(INSERT);
    }

    @Rollback
    @MaxAllocatedBytes(value = "10 MB", runs = 1, warmups = 0)
    int bRollsBack() {
      return jdbc.update(INSERT);
    }

    @MaxAllocatedBytes(value = "10 MB", runs = 1, warmups = 0)
    int cFindsTheRowThatWasCommitted() {
      assertThat(rows(jdbc)).isEqualTo(1);
      return 1;
    }

    @DirtiesContext
    @MaxAllocatedBytes(value = "10 MB", runs = 1, warmups = 0)
    int dLeavesItsContext() {
      return rows(jdbc);
    }

    @MaxAllocatedBytes(value = "10 MB", runs = 1, warmups = 0)
    int eHasANewContext(@Autowired JdbcTemplate resolved) {
      assertThat(resolved).isSameAs(jdbc);
      assertThat(rows(jdbc)).isZero();
      return 1;
    }
  }
}
