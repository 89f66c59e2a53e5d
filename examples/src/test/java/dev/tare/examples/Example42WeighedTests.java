package dev.tare.examples;

import dev.tare.Weighed;
import dev.tare.retained.MaxRetainedSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** A test without a limit: its weight is in {@code src/test/tare}, and it fails if it grows. */
class Example42WeighedTests {

  /** Stands for an edit of the program: zones get their coordinates, too. */
  private static boolean edited;

  // tag::test[]
  @Weighed
  @MaxRetainedSize
  Map<String, Zone> firstZoneByCountry() {
    Map<String, Zone> zones = new TreeMap<>();
    for (String row : TimeZones.ROWS) {
      zones.putIfAbsent(row.substring(0, 2), Zone.parse(row));
    }
    return zones;
  }

  // end::test[]

  record Zone(String name, @Nullable String coordinates) {

    static Zone parse(String row) {
      String[] columns = row.split("\t", -1);
      return new Zone(columns[2], edited ? columns[1] : null);
    }
  }

  /** Runs the test before and after the edit, and accepts its weight. */
  static final class GrowingIndex {

    private static final Path FOLDER = Path.of("target", "weights");
    private static final Path LOCK =
        FOLDER.resolve(Example42WeighedTests.class.getName() + ".tare");

    public static void main(String[] arguments) throws IOException {
      Files.deleteIfExists(LOCK);
      run("false");
      System.out.println(Files.readString(LOCK));
      List<String> before = Files.readAllLines(LOCK);
      edited = true;
      run("false");
      run("true");
      List<String> after = Files.readAllLines(LOCK);
      lines("-", before, after).forEach(System.out::println);
      lines("+", after, before).forEach(System.out::println);
    }

    private static List<String> lines(String mark, List<String> lines, List<String> others) {
      List<String> changed = new ArrayList<>(lines);
      changed.removeAll(others);
      changed.replaceAll(mark::concat);
      return changed;
    }

    private static void run(String accept) {
      LauncherDiscoveryRequestBuilder request =
          LauncherDiscoveryRequestBuilder.request()
              .selectors(DiscoverySelectors.selectClass(Example42WeighedTests.class))
              .configurationParameter("tare.lockDirectory", FOLDER.toString())
              .configurationParameter("tare.missingWeight", "write")
              .configurationParameter("tare.print", "none")
              .configurationParameter("tare.report.directory", "none");
      if (accept.equals("true")) {
        request.configurationParameter("tare.accept", accept);
      }
      LauncherFactory.create().execute(request.build(), new PrintingListener());
    }
  }

  /** Prints the message of a test that failed. */
  private static final class PrintingListener implements TestExecutionListener {

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult outcome) {
      outcome.getThrowable().ifPresent(thrown -> System.out.println(thrown.getMessage()));
    }
  }
}
