package dev.tare.examples;

import dev.tare.survival.MustBeCollected;
import dev.tare.survival.Released;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

/**
 * Objects that must be collected after use.
 *
 * <p>A registry keeps every open session. If closing does not remove the session, the registry
 * holds it as long as the program runs.
 */
class Example24SurvivalTests {

  // tag::registry[]
  /** Sessions of a server by number. */
  static final class Sessions {
    static final Map<Integer, Session> OPEN = new HashMap<>();
    private static int opened;

    static Session open() {
      Session session = new Session(opened++);
      OPEN.put(session.number, session);
      return session;
    }

    static void close(Session session) {
      OPEN.remove(session.number);
    }

    private Sessions() {}
  }

  // end::registry[]

  /** A session with a buffer of its own. */
  static final class Session {
    final int number;
    final byte[] buffer = new byte[8_192];

    Session(int number) {
      this.number = number;
    }
  }

  // tag::right[]
  @Test
  void closedSessionsAreCollected(@MustBeCollected Released<Session> sessions) {
    for (int i = 0; i < 3; i++) {
      Session session = Sessions.open();
      Sessions.close(session);
      sessions.letGo(session);
    }
  }

  @MustBeCollected
  Session closedSessionIsCollected() {
    Session session = Sessions.open();
    Sessions.close(session);
    return session;
  }

  // end::right[]

  @Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    @Test
    void forgetsToClose(@MustBeCollected Released<Session> sessions) {
      Session session = Sessions.open();
      sessions.letGo(session);
    }
    // end::wrong[]
  }
}
