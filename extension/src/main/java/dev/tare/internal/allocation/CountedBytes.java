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
        .withDoubt("the bytes of %s are not known: %s".formatted(excluded.names(), reason));
  }

  /**
   * Records a few calls and returns the fewest bytes that count. Calls are used if a call without
   * hooks had as many bytes in all; the interval contains what counts of each of them.
   */
  Observed of(WovenCalls woven, TestBody body, SiteRows rows) throws Throwable {
    List<Call> agreeing = new ArrayList<>();
    for (int i = 0; i < WovenCalls.MAX_CALLS; i++) {
      RecordedCall recorded = woven.record(body);
      if (agrees(recorded.bytes())) {
        agreeing.add(new Call(recorded.bytes(), excluded.removedFrom(recorded)));
      }
    }
    if (agreeing.isEmpty()) {
      return unknown("no recorded call allocated as many bytes in all as a call without hooks");
    }
    Call fewest = agreeing.stream().min(Comparator.comparingLong(Call::bytes)).orElseThrow();
    long most = agreeing.stream().mapToLong(Call::bytes).max().orElseThrow();
    Observed observed =
        observed(fewest, most, agreeing.size())
            .withBreakdown(
                rows.breakdown(
                    fewest.counted().shares(), List.of(), fewest.bytes(), woven.skipped()));
    return woven.skipped().stream()
        .filter(excluded::contains)
        .findFirst()
        .map(
            unwoven ->
                observed
                    .withInterval(new DataSize(0), observed.upper())
                    .withDoubt(unwoven + " could not be woven, so its bytes are not known"))
        .orElse(observed);
  }

  private boolean agrees(long bytes) {
    Sampling sampling = total.sampling();
    return bytes >= sampling.smallest().amount() && bytes <= sampling.largest().amount();
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
