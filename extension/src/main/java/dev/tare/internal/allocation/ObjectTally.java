package dev.tare.internal.allocation;

import dev.tare.internal.agent.record.CallTreeNode;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The objects recorded in one call, and the bytes whose objects were not recorded.
 *
 * @param shares the allocation by site
 * @param reach the farthest origin of classes that were woven
 * @param skipped the names of classes and methods that could not be woven
 */
public record ObjectTally(List<CallTreeNode> shares, ClassOrigin reach, Set<String> skipped) {

  /** Returns the number of recorded objects of the selected sites. */
  public long count(Predicate<CallTreeNode> selection) {
    return shares.stream()
        .filter(share -> share.site().createsObjects())
        .filter(selection)
        .mapToLong(CallTreeNode::count)
        .sum();
  }

  /**
   * Returns the selected sites with the fewest objects that they can have created: where objects
   * are not counted, each call that allocated enough bytes created at least one.
   */
  public List<CallTreeNode> fewest(Predicate<CallTreeNode> selection) {
    return shares.stream()
        .filter(selection)
        .filter(share -> share.site().createsObjects() || share.count() > 0)
        .toList();
  }

  /**
   * Returns the most objects of the selected sites.
   *
   * @param unknown selects sites that do not count objects, but may have created some that count
   */
  public long most(Predicate<CallTreeNode> selection, Predicate<CallTreeNode> unknown) {
    return count(selection) + maxUnrecordedObjects(unknown);
  }

  /**
   * Returns the bytes allocated at selected sites that do not count objects: in calls that are not
   * woven, and by the VM.
   */
  public long unrecordedBytes(Predicate<CallTreeNode> selection) {
    return unrecorded(selection).mapToLong(CallTreeNode::bytes).sum();
  }

  /** Returns the maximum number of objects in the unrecorded bytes of selected sites. */
  public long maxUnrecordedObjects(Predicate<CallTreeNode> selection) {
    return unrecorded(selection).mapToLong(CallTreeNode::mostObjects).sum();
  }

  private Stream<CallTreeNode> unrecorded(Predicate<CallTreeNode> selection) {
    return shares.stream().filter(share -> !share.site().createsObjects()).filter(selection);
  }
}
