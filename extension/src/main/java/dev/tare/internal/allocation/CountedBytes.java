package dev.tare.internal.allocation;

import dev.tare.body.TestBody;
import dev.tare.internal.allocation.WovenCalls.RecordedCall;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.unit.DataSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Computes the bytes of a call without those of excluded code, from recorded calls.
 *
 * @param excluded the code whose bytes do not count
 * @param total the figure with them
 */
public record CountedBytes(ExcludedCode excluded, Observed total) {

  /**
   * A recorded call.
   *
   * @param all its bytes
   * @param counted the part that counts
   */
  private record Call(long all, RecordedCall counted) {

    long bytes() {
      return counted.bytes();
    }

    long excluded() {
      return all - bytes();
    }
  }

  /** Returns the total as an upper end, for a reason why the excluded bytes are not known. */
  public Observed unknown(String reason) {
    return total
        .withInterval(new DataSize(0), total.upper())
        .because("the bytes of %s are not known: %s".formatted(excluded.names(), reason));
  }

  /**
   * Records a few calls and returns the fewest bytes that count. The interval contains those of all
   * calls whose total a call without hooks had. If there is none, only the upper end is known.
   */
  Observed of(WovenCalls woven, TestBody body, SiteRows rows) throws Throwable {
    List<Call> calls = new ArrayList<>();
    for (int i = 0; i < WovenCalls.MAX_CALLS; i++) {
      RecordedCall recorded = woven.record(body);
      calls.add(new Call(recorded.bytes(), excluded.removedFrom(recorded)));
    }
    List<Call> agreeing = calls.stream().filter(this::agrees).toList();
    List<Call> used = agreeing.isEmpty() ? calls : agreeing;
    Call fewest = used.stream().min(Comparator.comparingLong(Call::bytes)).orElseThrow();
    long most = used.stream().mapToLong(Call::bytes).max().orElseThrow();
    if (agreeing.isEmpty()) {
      most = Math.max(most, (long) total.value().amount() - fewest.excluded());
    }
    String unwoven = woven.skipped().stream().filter(excluded::contains).findFirst().orElse(null);
    String doubt =
        unwoven != null
            ? unwoven + " could not be woven, so its bytes are not known"
            : "no recorded call allocated as many bytes in all as a call without hooks";
    Observed observed =
        observed(fewest, most, used.size())
            .withBreakdown(
                rows.breakdown(
                    fewest.counted().shares(), List.of(), fewest.bytes(), woven.skipped()));
    return unwoven == null && !agreeing.isEmpty()
        ? observed
        : observed.withInterval(new DataSize(0), observed.upper()).because(doubt);
  }

  private boolean agrees(Call call) {
    Sampling sampling = total.sampling();
    return call.all() >= sampling.smallest().amount() && call.all() <= sampling.largest().amount();
  }

  private Observed observed(Call fewest, long most, int calls) {
    DataSize value = new DataSize(fewest.bytes());
    DataSize upper = new DataSize(most);
    long warmups = total.sampling().warmups();
    String left = new DataSize(fewest.excluded()).both();
    return new Observed(
            total.figure(),
            value,
            value,
            upper,
            new Sampling("minimum", calls, warmups, value, upper, null),
            total.counted(),
            total.distortions(),
            null)
        .alsoCounted(List.of("without %s of %s".formatted(left, excluded.names())));
  }
}
