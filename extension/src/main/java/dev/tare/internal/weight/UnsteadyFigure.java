package dev.tare.internal.weight;

import dev.tare.internal.render.RowName;
import dev.tare.model.Breakdown;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.unit.Elapsed;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds out why a figure is not the same in each run, so that it has no weight. */
final class UnsteadyFigure {

  /** Distortions that do not make an exact figure larger or smaller. */
  private static final Set<String> HARMLESS =
      Set.of(
          "no-breakdown",
          "unread-classes",
          "unseen-objects",
          Remark.DIFFERING_CALLS,
          Remark.HELD_ELSEWHERE,
          Remark.WORK_ELSEWHERE);

  /** Class that is created, or whose constructor of the JDK allocates. */
  private static final Pattern CREATED = Pattern.compile("(?:in )?([\\w.$]+?)(?:\\.<init>\\(\\))?");

  /** Place of the recorded calls in an exception. */
  private static final Pattern BACKTRACE = Pattern.compile("(?:.*\\.)?backtrace(?:[.\\[].*)?");

  /** Creation of threads, whose names are numbered, or work that other threads do. */
  private static final Pattern THREADS =
      Pattern.compile(
          "(?:in )?java\\.lang\\.Thread(?:\\..*)?"
              + "|in java\\.util\\.concurrent\\.\\w*(?:Exec|ForkJoin|CompletableFuture)\\w*\\..*");

  private UnsteadyFigure() {}

  /** Returns the reason; empty if the figure is the same in each run, as far as is known. */
  static String reason(Observed observed) {
    if (observed.value() instanceof Elapsed) {
      return "times depend on the machine";
    }
    Breakdown breakdown = observed.breakdown();
    Optional<String> row =
        (breakdown == null ? List.<Breakdown.Row>of() : breakdown.rows())
            .stream().map(UnsteadyFigure::reason).filter(reason -> !reason.isEmpty()).findFirst();
    return row.orElseGet(
        () -> isSteady(observed) ? distortion(observed) : "it is not exact, but an interval");
  }

  /** Returns whether a figure is exact, or an interval whose upper end each call has. */
  private static boolean isSteady(Observed observed) {
    return observed.isExact() || (!observed.isAtLeast() && observed.sampling().allEqual());
  }

  private static String distortion(Observed observed) {
    return observed.distortions().stream()
        .filter(remark -> !HARMLESS.contains(remark.id()))
        .findFirst()
        .map(remark -> remark.facts().isEmpty() ? remark.text() : remark.id().replace('-', ' '))
        .orElse("");
  }

  private static String reason(Breakdown.Row row) {
    if (THREADS.matcher(row.type()).matches() || RowName.isOfOtherThread(row)) {
      return "other threads are started or used, whose numbers and timing differ";
    }
    return isException(row.type()) || BACKTRACE.matcher(row.where()).matches()
        ? "a stack trace is as deep as the calls that lead to the test"
        : "";
  }

  private static boolean isException(String type) {
    Matcher created = CREATED.matcher(type);
    try {
      return created.matches()
          && Throwable.class.isAssignableFrom(
              Class.forName(
                  created.group(1), false, Thread.currentThread().getContextClassLoader()));
    } catch (ClassNotFoundException | LinkageError e) {
      return false; // no class, but a method
    }
  }
}
