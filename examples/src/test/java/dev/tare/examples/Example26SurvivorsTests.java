package dev.tare.examples;

import dev.tare.survival.MaxSurvivingBytes;
import dev.tare.survival.MaxSurvivors;
import dev.tare.survival.NoSurvivors;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.Disabled;

/**
 * Calls that must leave nothing behind.
 *
 * <p>A service adds a listener for every request. If it does not remove the listener, each request
 * leaves one behind, with all that the listener refers to. A cache fills up and stops growing.
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

  @Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    @NoSurvivors
    int forgetsItsListener() {
      Pages.LISTENERS.add(new PageCounter(new byte[2_000]));
      return Pages.render("guest");
    }
    // end::wrong[]
  }
}
