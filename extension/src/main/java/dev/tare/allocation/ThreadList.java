package dev.tare.allocation;

import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.internal.allocation.ThreadSampler;
import dev.tare.internal.allocation.ThreadShare;
import dev.tare.model.Measurement.Observed;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Lists the threads that allocate in a call of the body. */
final class ThreadList {

  private static final int MAX_LISTED = 10;

  private ThreadList() {}

  /**
   * Returns the figure with the threads that allocate in one additional call. If the body may not
   * be called again, the figure says so.
   */
  static Observed add(Observed observed, Subject subject, Schedule schedule) {
    if (schedule.once()) {
      return observed.alsoCounted(List.of("no list of threads: the body may be called once only"));
    }
    Optional<ThreadSampler> sampler = ThreadSampler.start(subject.configuration().threadsPeriod());
    if (sampler.isEmpty()) {
      return observed.alsoCounted(List.of("no list of threads: this JVM does not count by thread"));
    }
    try {
      subject.call();
    } catch (Throwable thrown) {
      // the verdict does not need the list, so a failure of this call does not change it
      sampler.get().stop();
      return observed.alsoCounted(List.of("no list of threads: the call for it threw " + thrown));
    }
    List<ThreadShare> shares = sampler.get().stop();
    return observed
        .alsoCounted(phrases(shares, sampler.get()))
        .withSampling(
            observed.sampling().withSeries(shares.stream().map(ThreadShare::series).toList()));
  }

  private static List<String> phrases(List<ThreadShare> shares, ThreadSampler sampler) {
    List<String> phrases = new ArrayList<>();
    phrases.add(
        String.format(
            Locale.ROOT,
            "by thread in one more call, sampled %,d time%s: %s",
            sampler.samples(),
            sampler.samples() == 1 ? "" : "s",
            shares.isEmpty() ? "none" : phrase(shares.get(0))));
    shares.stream().skip(1).limit(MAX_LISTED - 1).map(ThreadList::phrase).forEach(phrases::add);
    if (shares.size() > MAX_LISTED) {
      phrases.add(rest(shares.subList(MAX_LISTED, shares.size())));
    }
    if (sampler.missedBytes() > 0) {
      phrases.add("threads that ended unseen, about " + exact(sampler.missedBytes()));
    }
    return phrases;
  }

  private static String exact(long bytes) {
    return new DataSize(bytes).exact();
  }

  private static String phrase(ThreadShare share) {
    return share.name() + " " + exact(share.bytes()) + (share.ended() ? " or more, ended" : "");
  }

  private static String rest(List<ThreadShare> shares) {
    long bytes = shares.stream().mapToLong(ThreadShare::bytes).sum();
    return String.format(Locale.ROOT, "%,d more threads %s", shares.size(), exact(bytes));
  }
}
