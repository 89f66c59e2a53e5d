package dev.tare.examples;

import dev.tare.heap.NotFollowed;
import dev.tare.retained.MaxRetainedSize;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Disabled;

/**
 * An object with a reference to its owner is measured without the owner.
 *
 * <p>A time zone refers to its atlas, to find other zones by name. In this test nothing else holds
 * the atlas, so that the whole atlas would be freed with the returned zone and would count.
 * {@code @NotFollowed} on the field excludes the atlas from all measurements of a zone. {@code
 * ignoring} would have to be repeated in each test and would exclude all maps.
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
