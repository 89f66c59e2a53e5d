package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.Site;
import org.jspecify.annotations.Nullable;

/**
 * What one site allocated.
 *
 * @param site the site
 * @param origin in a library and in the JDK: the line of the application that led there, if any did
 * @param made the class of what was made, or the call that made it
 * @param bytes headers and padding included
 * @param count the number of objects or, where the site is no {@link Site#object()}, of calls that
 *     allocated
 * @param threads how many threads did it besides the one that recorded; 0 for that one
 * @param thread the name of one of them
 */
public record SiteShare(
    Site site,
    @Nullable Site origin,
    String made,
    long bytes,
    long count,
    int threads,
    String thread) {

  /** What was made, and in brackets what the source does not show. */
  public String type() {
    String label = site.label().isEmpty() && origin != null ? origin.label() : site.label();
    return label.isEmpty() ? made : made + " (" + label + ")";
  }

  /** The line, the one of the application that led there, and the threads if they are others. */
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

  /** Both together, told by the lines of this one. */
  public SiteShare plus(SiteShare other) {
    return new SiteShare(
        site,
        origin,
        made,
        bytes + other.bytes,
        count + other.count,
        threads + other.threads,
        thread);
  }

  /** The same bytes without a line of their own. */
  public SiteShare elsewhere() {
    return new SiteShare(
        Site.ELSEWHERE, null, Site.ELSEWHERE.made(), bytes, count, threads, thread);
  }
}
