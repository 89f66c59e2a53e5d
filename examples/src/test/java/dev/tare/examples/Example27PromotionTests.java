package dev.tare.examples;

import dev.tare.survival.MaxPromotedBytes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Disabled;

/**
 * Objects that become old.
 *
 * <p>A collector of young objects copies those that are in use, and after some collections it moves
 * them to the old objects, whose collection is expensive. A call that makes objects old causes such
 * collections, even if the objects are dropped later.
 */
class Example27PromotionTests {

  /** An answer to a request, with the page that was sent. */
  static final class Answer {
    final int request;
    final byte[] page = new byte[8_192];

    private Answer(int request) {
      this.request = request;
    }

    static Answer to(int request) {
      return new Answer(request);
    }
  }

  // tag::right[]
  private int answers;
  private long sent;

  @MaxPromotedBytes("0 B")
  long addsUp() {
    Answer answer = Answer.to(answers++);
    sent += answer.page.length;
    return sent;
  }

  // end::right[]

  // tag::recent[]
  private final Deque<Answer> recent = new ArrayDeque<>();

  /** Keeps each answer for 50 calls, which at most one young collection interrupts. */
  @MaxPromotedBytes(value = "0 B", calls = 100)
  void keepsRecentOnes() {
    recent.add(Answer.to(answers++));
    if (recent.size() > 50) {
      recent.remove();
    }
  }

  // end::recent[]

  @Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    private final List<Answer> all = new ArrayList<>();

    @MaxPromotedBytes("0 B")
    void keepsAll() {
      all.add(Answer.to(all.size()));
    }
    // end::wrong[]
  }
}
