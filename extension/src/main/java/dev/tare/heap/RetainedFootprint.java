package dev.tare.heap;

import dev.tare.unit.DataSize;
import java.util.List;
import org.apiguardian.api.API;

/**
 * Retained and shared objects of a value, by class and path.
 *
 * <p>Retained and shared objects together are everything that the value reaches.
 *
 * @param retained objects that would be freed with the value: those it reaches, except those that
 *     other roots reach without going through it; the value itself always counts
 * @param shared objects that the value and other roots reach
 * @param unread classes of the program whose fields could not be listed: objects that only those
 *     share with the value count as retained. Normally empty
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record RetainedFootprint(Footprint retained, Footprint shared, List<String> unread) {

  /** Copies the list. */
  public RetainedFootprint {
    unread = List.copyOf(unread);
  }

  /** Returns the bytes of everything that the value reaches. */
  public DataSize reachable() {
    return new DataSize(retained.bytes() + shared.bytes());
  }
}
