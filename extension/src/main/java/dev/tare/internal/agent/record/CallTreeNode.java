package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.CodeSite;
import org.jspecify.annotations.Nullable;

/**
 * A node of a tree of calls.
 *
 * @param caller the position of the caller's node; {@link #NO_CALLER} for the first node, which is
 *     the code outside of all woven methods
 * @param site the method, or the line that allocates or calls
 * @param origin for a site in a library or the JDK, the line of the application that led there, if
 *     any
 * @param name the name of the method, the call or the class of the created objects
 * @param count the number of calls of the method, of created objects, or of calls that allocated
 * @param nanos its own time, without that of the nodes below
 * @param bytes its own bytes, without those of the nodes below
 * @param mostObjects the sum, over its allocations, of the most counted objects that the bytes have
 *     room for
 */
public record CallTreeNode(
    int caller,
    CodeSite site,
    @Nullable CodeSite origin,
    String name,
    long count,
    long nanos,
    long bytes,
    long mostObjects) {

  static final int NO_CALLER = -1;

  /** Returns this node with another caller and another name. */
  CallTreeNode below(int newCaller, String newName) {
    return new CallTreeNode(newCaller, site, origin, newName, count, nanos, bytes, mostObjects);
  }
}
