package dev.tare.internal.agent;

import java.util.ArrayList;
import java.util.List;

/** All sites of one weaving by number; classes are woven on whatever thread loads them. */
final class Sites {

  private final List<Site> sites = new ArrayList<>(List.of(Site.ELSEWHERE));

  /** The number of a new site. */
  synchronized int add(Site site) {
    sites.add(site);
    return sites.size() - 1;
  }

  synchronized List<Site> all() {
    return List.copyOf(sites);
  }
}
