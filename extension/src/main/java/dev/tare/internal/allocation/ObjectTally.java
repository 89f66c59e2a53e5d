package dev.tare.internal.allocation;

import dev.tare.internal.agent.record.SiteShare;
import dev.tare.internal.agent.weave.ClassOrigin;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The objects that one call was seen to make, and the bytes of those that it was not.
 *
 * @param shares what was allocated, by site
 * @param reach how far classes were woven
 * @param smallest the size of the smallest object there can be, in bytes
 * @param skipped the names of classes and methods that could not be woven
 */
public record ObjectTally(
    List<SiteShare> shares, ClassOrigin reach, long smallest, Set<String> skipped) {

  /** The sites that make objects of the types that are wanted, each of which is counted. */
  public List<SiteShare> seen(Predicate<SiteShare> wanted) {
    return shares.stream().filter(share -> share.site().object()).filter(wanted).toList();
  }

  /** How many objects of the types that are wanted were seen. */
  public long count(Predicate<SiteShare> wanted) {
    return seen(wanted).stream().mapToLong(SiteShare::count).sum();
  }

  /** Bytes that were allocated where objects are not told apart: behind calls, and by the VM. */
  public long unseenBytes() {
    return shares.stream()
        .filter(share -> !share.site().object())
        .mapToLong(SiteShare::bytes)
        .sum();
  }

  /** How many objects these can be at most. */
  public long unseenAtMost() {
    return unseenBytes() / smallest;
  }
}
