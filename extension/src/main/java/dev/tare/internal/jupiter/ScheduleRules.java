package dev.tare.internal.jupiter;

import dev.tare.extension.TareConfigurationException;
import java.util.List;

/** Refuses annotations about one body that cannot be measured in turn. */
final class ScheduleRules {

  private ScheduleRules() {}

  /**
   * Checks that each promise about calls can have calls of its own.
   *
   * @throws TareConfigurationException if one is about the first or the only call
   */
  static void check(List<Promise> promises, String testName) {
    List<Promise> calls = promises.stream().filter(Promise::isAboutCalls).toList();
    for (Promise first : calls) {
      if (calls.size() > 1 && (first.metric().judgesFirstCall() || first.callsOnce())) {
        throw new TareConfigurationException(
            "%s and %s on %s: the body may be called only once for the first, and the second needs calls of its own; put them on separate methods"
                .formatted(
                    first.text(), calls.get(first.equals(calls.get(0)) ? 1 : 0).text(), testName));
      }
    }
  }
}
