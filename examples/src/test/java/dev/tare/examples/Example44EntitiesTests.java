package dev.tare.examples;

import dev.tare.retained.Kind;
import dev.tare.retained.MaxRetainedSize;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Disabled;

/**
 * A session holds the entities that it has loaded, as the persistence context of JPA does.
 *
 * <p>The retained size of a list of them is that of the list alone, until the session lets go of
 * them.
 */
class Example44EntitiesTests {

  record Purchase(int number, byte[] receipt) {}

  static final class Session {
    private final List<Purchase> loaded = new ArrayList<>();

    List<Purchase> findAll() {
      for (int number = 1; number <= 3; number++) {
        loaded.add(new Purchase(number, new byte[1_000]));
      }
      return new ArrayList<>(loaded);
    }

    void clear() {
      loaded.clear();
    }
  }

  private final Session session = new Session();

  // tag::right[]
  @MaxRetainedSize("4 KiB")
  List<Purchase> purchases() {
    List<Purchase> purchases = session.findAll();
    session.clear();
    return purchases;
  }

  // end::right[]

  @MaxRetainedSize(value = "4 KiB", kind = Kind.REACHABLE)
  List<Purchase> purchasesOfAnOpenSession() {
    return session.findAll();
  }

  @Disabled("fails on purpose")
  static class Failing {

    private final Session session = new Session();

    // tag::wrong[]
    @MaxRetainedSize("32 B")
    List<Purchase> purchases() {
      return session.findAll();
    }
    // end::wrong[]
  }
}
