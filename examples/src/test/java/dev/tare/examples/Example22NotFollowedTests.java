package dev.tare.examples;

import dev.tare.heap.NotFollowed;
import dev.tare.retained.MaxRetainedSize;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
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

  /** Production code that does not depend on Tare. */
  static final class Production {

    // tag::own[]
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.TYPE})
    @interface NotFollowed {}

    // end::own[]

    static final class City {
      final String name;
      @NotFollowed final Map<String, City> all;

      City(String name, Map<String, City> all) {
        this.name = name;
        this.all = all;
      }
    }
  }

  @MaxRetainedSize("128 B")
  Production.City cityOfProduction() {
    Map<String, Production.City> cities = new HashMap<>();
    for (String row : TimeZones.ROWS) {
      String name = row.split("\t")[2];
      cities.put(name, new Production.City(name, cities));
    }
    return cities.get("Africa/Lagos");
  }

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
