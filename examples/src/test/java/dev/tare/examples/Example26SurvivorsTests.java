package dev.tare.examples;

import dev.tare.survival.MaxSurvivingBytes;
import dev.tare.survival.MaxSurvivors;
import dev.tare.survival.NoSurvivors;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Disabled;

/**
 * Calls that must leave nothing behind.
 *
 * <p>A service adds a listener for every request. If it does not remove the listener, each request
 * leaves one behind, with all that the listener refers to. A cache fills up and stops growing. A
 * mailer that is not closed leaves the threads of its pool behind.
 */
class Example26SurvivorsTests {

  /** Counts the pages that are rendered for a user. */
  record PageCounter(byte[] page) implements Runnable {
    @Override
    public void run() {
      page[0]++;
    }
  }

  // tag::service[]
  /** Renders pages, and informs the listeners of a request when its page is ready. */
  static final class Pages {
    static final List<Runnable> LISTENERS = new ArrayList<>(10_000);
    static final ConcurrentMap<String, String> LAYOUTS = new ConcurrentHashMap<>();

    static int render(String user) {
      String layout = LAYOUTS.computeIfAbsent("layout of " + user, name -> name.repeat(100));
      return layout.length();
    }

    private Pages() {}
  }

  // end::service[]

  // tag::right[]
  @NoSurvivors
  int removesItsListener() {
    Runnable listener = new PageCounter(new byte[2_000]);
    Pages.LISTENERS.add(listener);
    int length = Pages.render("guest");
    Pages.LISTENERS.remove(listener);
    return length;
  }

  @MaxSurvivors(type = Runnable.class, value = 0)
  int addsNoListener() {
    return Pages.render("guest");
  }

  // end::right[]

  // tag::cache[]
  private int requests;

  @MaxSurvivingBytes(value = "0 B", warmups = 50)
  int cacheOfFiftyUsersFillsUp() {
    return Pages.render("user " + requests++ % 50);
  }

  // end::cache[]

  /** Sends mails from a thread of its own. */
  static final class Mailer implements AutoCloseable {
    private final ExecutorService pool = Executors.newFixedThreadPool(1);

    Mailer() {
      MAILERS.add(this);
    }

    int send(String customer) throws Exception {
      return pool.submit(customer::length).get();
    }

    @Override
    public void close() {
      pool.shutdown();
      try {
        pool.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Those that {@link Failing} forgets, which this set does not hold. */
  private static final Set<Mailer> MAILERS = Collections.newSetFromMap(new WeakHashMap<>());

  // tag::closed[]
  @MaxSurvivors(type = Thread.class, value = 0)
  int closesItsMailer() throws Exception {
    try (Mailer mailer = new Mailer()) {
      return mailer.send("Ada");
    }
  }

  // end::closed[]

  @Disabled("fails on purpose")
  static class Failing {

    @AfterEach
    void closeMailers() {
      List.copyOf(MAILERS).forEach(Mailer::close);
    }

    // tag::pool[]
    @MaxSurvivors(type = Thread.class, value = 0)
    int forgetsToCloseItsMailer() throws Exception {
      Mailer mailer = new Mailer(); // which starts a thread pool
      return mailer.send("Ada");
    }

    // end::pool[]

    // tag::wrong[]
    @NoSurvivors
    int forgetsItsListener() {
      Pages.LISTENERS.add(new PageCounter(new byte[2_000]));
      return Pages.render("guest");
    }
    // end::wrong[]
  }
}
