package dev.tare.internal.jupiter;

import dev.tare.extension.Schedule;
import dev.tare.extension.TareConfigurationException;
import java.util.List;
import java.util.Optional;

/** Sets the same schedule for all promises about one body; explicit schedules must be equal. */
final class ScheduleRules {

  private ScheduleRules() {}

  /**
   * Returns the promises with the explicit schedule of any of them, if there is one.
   *
   * @throws TareConfigurationException if two explicit schedules differ, or if one promise needs a
   *     single or first call that another one cannot share
   */
  static List<Promise> withCommonSchedule(List<Promise> promises, String testName) {
    List<Promise> calls = promises.stream().filter(Promise::isAboutCalls).toList();
    for (Promise first : calls) {
      if (first.metric().judgesFirstCall() && calls.size() > 1) {
        Promise other = calls.get(first.equals(calls.get(0)) ? 1 : 0);
        throw new TareConfigurationException(
            "%s and %s on %s: a first-call limit cannot share a method with another annotation that runs the body; put them on separate methods"
                .formatted(first.text(), other.text(), testName));
      }
    }
    Optional<Promise> explicit =
        promises.stream().filter(promise -> promise.schedule().explicit()).findFirst();
    if (explicit.isEmpty()) {
      return promises;
    }
    Schedule schedule = explicit.get().schedule();
    for (Promise promise : promises) {
      if (promise.schedule().explicit() && !promise.schedule().equals(schedule)) {
        throw contradiction(explicit.get(), promise, testName, "their schedules differ");
      }
      if (schedule.once() && promise.metric().needsManyCalls()) {
        throw contradiction(
            explicit.get(),
            promise,
            testName,
            "the first calls the body once, the second needs many");
      }
    }
    if (schedule.once() && calls.size() > 1) {
      throw contradiction(
          calls.get(0),
          calls.get(1),
          testName,
          "the body is called only once, but each needs a call of its own");
    }
    return promises.stream()
        .map(
            promise -> promise.metric().needsManyCalls() ? promise : promise.withSchedule(schedule))
        .toList();
  }

  private static TareConfigurationException contradiction(
      Promise one, Promise other, String testName, String reason) {
    String example =
        one.schedule().once()
            ? "put them on two methods"
            : "for example runs = %s, warmups = %s on one of them only"
                .formatted(one.schedule().runs(), one.schedule().warmups());
    return new TareConfigurationException(
        "%s and %s on %s: %s; several annotations on one method share one schedule, %s"
            .formatted(one.text(), other.text(), testName, reason, example));
  }
}
