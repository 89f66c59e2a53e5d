package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.CodeSite;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that one site allocated.
 *
 * @param origin for a site in a library or the JDK, the line of the application that led there, if
 *     any
 * @param name the class of the objects, or the call that created them
 * @param bytes headers and padding included
 * @param count the number of objects or, where the site is no {@link CodeSite#object()}, of calls
 *     that allocated enough for a counted object
 * @param mostObjects the sum, over the site's allocations, of the most counted objects that the
 *     bytes have room for
 * @param threads the number of threads other than the recording one; 0 for the recording thread
 * @param thread the name of one of these threads
 */
public record SiteShare(
    CodeSite site,
    @Nullable CodeSite origin,
    String name,
    long bytes,
    long count,
    long mostObjects,
    int threads,
    String thread) {

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

  /** Returns the sum of both shares with the lines of this one. */
  public SiteShare plus(SiteShare other) {
    return new SiteShare(
        site,
        origin,
        name,
        bytes + other.bytes,
        count + other.count,
        mostObjects + other.mostObjects,
        threads + other.threads,
        thread);
  }

  static SiteShare of(CallTreeNode node, int threads, String thread) {
    return new SiteShare(
        node.site(),
        node.origin(),
        node.name(),
        node.bytes(),
        node.count(),
        node.mostObjects(),
        threads,
        thread);
  }

  /** Returns this share on a number of threads. */
  SiteShare on(int newThreads) {
    return new SiteShare(site, origin, name, bytes, count, mostObjects, newThreads, thread);
  }

  /** Returns this share moved to {@link CodeSite#ELSEWHERE}. */
  public SiteShare elsewhere() {
    return new SiteShare(
        CodeSite.ELSEWHERE,
        null,
        CodeSite.ELSEWHERE.name(),
        bytes,
        count,
        mostObjects,
        threads,
        thread);
  }
}
