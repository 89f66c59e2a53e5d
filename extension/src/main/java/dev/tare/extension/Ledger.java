package dev.tare.extension;

import dev.tare.internal.render.ClosingTable;
import dev.tare.model.Report;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/** All reports of one run of an engine; prints the closing table when the engine is done. */
final class Ledger implements CloseableResource, AutoCloseable {

  private static final Namespace NAMESPACE = Namespace.create(Ledger.class);

  private final Configuration.Print print;
  private final VerdictFile file;
  private final PrintStream console;
  private final List<Report> reports = new ArrayList<>();
  private final AtomicInteger unjudged = new AtomicInteger();
  private final AtomicReference<@Nullable UncheckedIOException> unwritten = new AtomicReference<>();

  Ledger(Configuration configuration, PrintStream console) {
    this.print = configuration.print();
    this.file = VerdictFile.of(configuration);
    this.console = console;
  }

  /** The ledger of the run that the context belongs to. */
  static Ledger of(ExtensionContext context, Configuration configuration) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            Ledger.class, key -> new Ledger(configuration, System.out), Ledger.class);
  }

  /** Where the verdicts of this JVM are written, for messages. */
  VerdictFile file() {
    return file;
  }

  /** A file that cannot be written takes no verdict with it; the end of the run says so. */
  synchronized void add(Report report) {
    reports.add(report);
    try {
      file.append(report);
    } catch (UncheckedIOException e) {
      unwritten.compareAndSet(null, e);
    }
  }

  /** Counts a test whose body ran while Tare was switched off. */
  void addUnjudged() {
    unjudged.incrementAndGet();
  }

  @Override
  public synchronized void close() {
    file.close();
    if (unjudged.get() > 0) {
      console.println(
          "Tare is off (%s = false): %s tests ran once, unjudged"
              .formatted(Configuration.ENABLED, unjudged.get()));
    }
    UncheckedIOException failure = unwritten.get();
    if (failure != null) {
      console.println("Tare " + failure.getMessage() + ": " + failure.getCause());
    }
    if (print == Configuration.Print.TABLE && !reports.isEmpty()) {
      console.println(ClosingTable.render(reports));
    }
  }
}
