package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.Site;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Converts the recorder's sums of one thread, or of several threads that ran in turn, to shares.
 */
final class RecordedShares {

  private final List<Site> sites;
  private final Object[] found;
  private final boolean other;

  /**
   * @param found the name of the last thread, the number of threads, and the sums as keys, bytes,
   *     counts and classes
   * @param other whether these are threads other than the recording one
   */
  RecordedShares(List<Site> sites, Object[] found, boolean other) {
    this.sites = sites;
    this.found = found;
    this.other = other;
  }

  List<SiteShare> shares() {
    long[] bytes = (long[]) found[3];
    long[] counts = (long[]) found[4];
    List<SiteShare> shares = new ArrayList<>();
    for (int i = 0; i < bytes.length; i++) {
      if (counts[i] != 0) {
        shares.add(share(i, bytes[i]));
      }
    }
    return shares;
  }

  private SiteShare share(int index, long bytes) {
    long key = ((long[]) found[2])[index];
    @Nullable Class<?> type = ((Class<?>[]) found[5])[index];
    Site site = site((int) key);
    return new SiteShare(
        site,
        key >>> Integer.SIZE == 0 ? null : site((int) (key >>> Integer.SIZE)),
        type == null ? site.made() : name(type),
        bytes,
        ((long[]) found[4])[index],
        other ? (int) found[1] : 0,
        (String) found[0]);
  }

  private Site site(int number) {
    // a class that was woven after the recording was created has sites that are not in the list
    return number < sites.size() ? sites.get(number) : Site.ELSEWHERE;
  }

  /** Returns the name of a class; for a lambda's hidden class, that of its interface. */
  private static String name(Class<?> type) {
    Class<?>[] interfaces = type.getInterfaces();
    return (type.isHidden() && interfaces.length > 0 ? interfaces[0] : type).getTypeName();
  }
}
