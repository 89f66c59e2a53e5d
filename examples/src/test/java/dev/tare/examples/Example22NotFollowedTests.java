package dev.tare.examples;

import dev.tare.heap.NotFollowed;
import dev.tare.retained.MaxRetainedSize;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Disabled;

/**
 * What refers back to its owner is weighed without it.
 *
 * <p>A time zone knows the atlas that it is in, to find others by their names. Nobody else holds
 * the atlas in this test, so that everything in it would be freed with the one zone that is
 * returned, and would count: true, and no promise that a zone can make. {@code @NotFollowed} on the
 * field says once, where the field is, that the atlas is no part of a zone. {@code ignoring} would
 * say it in each test again, and of all maps.
 */
class Example22NotFollowedTests {

  // tag::right[]
  static final class Zone {
    private final String name;
    @NotFollowed private final Map<String, Zone> atlas;

    Zone(String name, Map<String, Zone> atlas) {
      this.name = name;
      this.atlas = atlas;
    }

    Optional<Zone> inTheSameRegion(String city) {
      return Optional.ofNullable(atlas.get(name.substring(0, name.indexOf('/') + 1) + city));
    }
  }

  @MaxRetainedSize("128 B")
  Zone zone() {
    Map<String, Zone> atlas = new HashMap<>();
    for (String row : TimeZones.ROWS) {
      String name = row.split("\t")[2];
      atlas.put(name, new Zone(name, atlas));
    }
    return atlas.get("Africa/Abidjan").inTheSameRegion("Lagos").orElseThrow();
  }

  // end::right[]

  @Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    static final class Zone {
      private final String name;
      private final Map<String, Zone> atlas;

      Zone(String name, Map<String, Zone> atlas) {
        this.name = name;
        this.atlas = atlas;
      }

      Optional<Zone> inTheSameRegion(String city) {
        return Optional.ofNullable(atlas.get(name.substring(0, name.indexOf('/') + 1) + city));
      }
    }

    @MaxRetainedSize("128 B")
    Zone zone() {
      Map<String, Zone> atlas = new HashMap<>();
      for (String row : TimeZones.ROWS) {
        String name = row.split("\t")[2];
        atlas.put(name, new Zone(name, atlas));
      }
      return atlas.get("Africa/Abidjan").inTheSameRegion("Lagos").orElseThrow();
    }
    // end::wrong[]
  }
}
