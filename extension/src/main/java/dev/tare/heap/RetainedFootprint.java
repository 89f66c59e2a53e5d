package dev.tare.heap;

import dev.tare.unit.DataSize;
import java.util.List;
import org.apiguardian.api.API;

/**
 * What a value keeps alive and what it shares, by class and path.
 *
 * <p>Retained and shared together are everything that the value reaches.
 *
 * @param retained what would be freed with the value: what it reaches less what is reached from
 *     elsewhere without going through it; the value itself always counts
 * @param shared what the value reaches and others do too
 * @param holders who else holds what is shared, the largest first; empty if nothing is
 * @param unread classes of the program whose fields could not be listed, so that something that
 *     they share with the value may stand under retained; empty as a rule
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record RetainedFootprint(
    Footprint retained, Footprint shared, List<Holder> holders, List<String> unread) {

  /** Copies the lists. */
  public RetainedFootprint {
    holders = List.copyOf(holders);
    unread = List.copyOf(unread);
  }

  /** The bytes of everything that the value reaches. */
  public DataSize reachable() {
    return new DataSize(retained.bytes() + shared.bytes());
  }
}
