package dev.tare.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Ordinary tests, and a program that runs them with a census, as a build does. */
class Example41CensusTests {

  // tag::tests[]
  private List<String> rows = List.of();

  @BeforeAll
  static void loadAssertions() {
    assertThat(1).isGreaterThan(0); // otherwise AssertJ would be loaded in the first test
    assertThat("AD").isEqualTo("AD");
  }

  @BeforeEach
  void copyRows() {
    rows = new ArrayList<>(TimeZones.ROWS);
  }

  @Test
  void rowsAreComplete() {
    assertThat(rows.size()).isGreaterThan(300);
  }

  @Test
  void countriesAreSorted() {
    Set<String> countries = new TreeSet<>();
    for (String row : rows) {
      countries.add(row.substring(0, 2));
    }
    assertThat(countries.iterator().next()).isEqualTo("AD");
  }

  @Test
  void threadReadsZones() throws InterruptedException {
    List<String> zones = new ArrayList<>();
    Thread reading = new Thread(() -> rows.forEach(row -> zones.add(row.split("\t", -1)[2])));
    reading.start();
    reading.join();
    assertThat(zones.size()).isEqualTo(rows.size());
  }

  // end::tests[]

  static final class CensusOfTests {

    public static void main(String[] arguments) {
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(selectClass(Example41CensusTests.class))
                  .configurationParameter("tare.census", "true")
                  .configurationParameter("tare.report.directory", "none")
                  .build());
    }
  }
}
