package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.CodeSite;
import org.jspecify.annotations.Nullable;

/**
 * A node of a tree of calls, or the sum of the nodes of one site.
 *
 * @param caller the position of the caller's node; {@link #NO_CALLER} for the first node, which is
 *     the code outside of all woven methods
 * @param site the method, or the line that allocates or calls
 * @param origin for a site in a library or the JDK, the line of the application that led there, if
 *     any
 * @param name the name of the method, the call or the class of the created objects
 * @param count the number of calls of the method, of created objects or, where the site is no
 *     {@link CodeSite#object()}, of calls that allocated enough for a counted object
 * @param nanos its own time, without that of the nodes below
 * @param bytes its own bytes, headers and padding included, without those of the nodes below
 * @param mostObjects the sum, over its allocations, of the most counted objects that the bytes have
 *     room for
 * @param threads the number of threads other than the recording one; 0 for the recording thread
 * @param thread the name of one of these threads
 */
public record CallTreeNode(
    int caller,
    CodeSite site,
    @Nullable CodeSite origin,
    String name,
    long count,
    long nanos,
    long bytes,
    long mostObjects,
    int threads,
    String thread) {

  static final int NO_CALLER = -1;

  /**
   * Returns the class or call, with a label in brackets for allocation that the source does not
   * show.
   */
  public String type() {
    String label = site.label().isEmpty() && origin != null ? origin.label() : site.label();
    return label.isEmpty() ? name : name + " (" + label + ")";
  }

  /**
   * Returns the line, the application's line that led there if any, and the thread or threads other
   * than the recording one.
   */
  public String where() {
    StringBuilder where = new StringBuilder(site.where());
    if (origin != null) {
      where.append(" from ").append(origin.where());
    }
    if (threads > 0) {
      where.append(" on ").append(threads == 1 ? thread : threads + " threads");
    }
    return where.toString().strip();
  }

  /** Returns the sum of both nodes with the lines of this one, for a number of threads. */
  public CallTreeNode plus(CallTreeNode other, int newThreads) {
    return new CallTreeNode(
        caller,
        site,
        origin,
        name,
        count + other.count,
        nanos + other.nanos,
        bytes + other.bytes,
        mostObjects + other.mostObjects,
        newThreads,
        thread);
  }

  /** Returns this node with another caller and another name. */
  CallTreeNode below(int newCaller, String newName) {
    return at(newCaller, site, origin, newName);
  }

  /** Returns this node moved to {@link CodeSite#ELSEWHERE}. */
  public CallTreeNode elsewhere() {
    return at(caller, CodeSite.ELSEWHERE, null, CodeSite.ELSEWHERE.name());
  }

  private CallTreeNode at(
      int newCaller, CodeSite newSite, @Nullable CodeSite newOrigin, String newName) {
    return new CallTreeNode(
        newCaller, newSite, newOrigin, newName, count, nanos, bytes, mostObjects, threads, thread);
  }
}
