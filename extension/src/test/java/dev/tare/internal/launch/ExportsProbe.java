package dev.tare.internal.launch;

import dev.tare.extension.Configuration;
import dev.tare.extension.ConfigurationKey;
import dev.tare.internal.render.FixedReports;
import dev.tare.model.Report;
import dev.tare.model.Report.TestId;
import java.io.File;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A JVM with three runs that export to a folder; prints the number of files after each. */
final class ExportsProbe {

  private ExportsProbe() {}

  public static void main(String[] arguments) {
    Map<String, String> keys = Map.of(ConfigurationKey.REPORT_DIRECTORY.key(), arguments[0]);
    ExportFiles files = new ExportFiles();
    for (int run = 0; run < 3; run++) {
      files.add(
          new Configuration(key -> Optional.ofNullable(keys.get(key))),
          List.of(
              new Report(
                  new TestId("RunTests", "run" + run, ""), FixedReports.within().verdicts())));
      files.endRun();
      System.out.print(
          Objects.requireNonNull(
                  new File(arguments[0]).list((folder, name) -> name.endsWith(".md")))
              .length);
    }
  }
}
