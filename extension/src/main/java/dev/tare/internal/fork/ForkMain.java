package dev.tare.internal.fork;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Main class of the fresh JVM: runs one test by JUnit's launcher and ends. */
public final class ForkMain {

  private static final int ORPHANED_EXIT_CODE = 3;

  private ForkMain() {}

  /**
   * Runs the test that a request names.
   *
   * @param arguments the file of the request
   * @throws IOException if it cannot be read
   */
  public static void main(String[] arguments) throws IOException {
    endWithParent(System.in);
    System.setIn(InputStream.nullInputStream());
    ForkRequest request = ForkRequest.read(Path.of(arguments[0]));
    request.systemProperties(System.getProperties()).forEach(System::setProperty);
    // the launcher may be on the class path of a JVM that has Tare as a module
    ForkMain.class.getModule().addReads(ClassLoader.getSystemClassLoader().getUnnamedModule());
    try {
      FailureListener.execute(request);
    } catch (RuntimeException | Error e) {
      boolean isMissing =
          e instanceof NoClassDefFoundError
              && String.valueOf(e.getMessage()).startsWith("org/junit/platform/launcher/");
      reportFailure(
          request,
          isMissing
              ? "there is no launcher of JUnit in the fresh JVM, add"
                  + " org.junit.platform:junit-platform-launcher to the tests' runtime class path: "
                  + e
              : "JUnit's launcher threw " + e);
    }
    // end the JVM even if the test left threads running
    System.exit(0);
  }

  private static void reportFailure(ForkRequest request, String reason) throws IOException {
    if (!Files.exists(request.reply())) {
      ForkReply.writeFailure(request.reply(), reason);
    }
  }

  /**
   * Ends this JVM when its parent dies. The parent holds the other end of the pipe, which is closed
   * then.
   */
  private static void endWithParent(InputStream pipe) {
    Thread watcher =
        new Thread(
            () -> {
              try {
                while (pipe.read() >= 0) {
                  // the parent never writes to it
                }
              } catch (IOException e) {
                // a broken pipe means the same as a closed one
              }
              Runtime.getRuntime().halt(ORPHANED_EXIT_CODE);
            },
            "tare-fork-lifeline");
    watcher.setDaemon(true);
    watcher.start();
  }

  /** Runs the test by JUnit's launcher; a class of its own, since the launcher may be missing. */
  private record FailureListener(ForkRequest request) implements TestExecutionListener {

    static void execute(ForkRequest request) {
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(List.of(selectUniqueId(request.uniqueId())))
                  .configurationParameters(request.parameters())
                  .build(),
              new FailureListener(request));
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      result.getThrowable().ifPresent(e -> report("in a fresh JVM the test threw " + e));
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
      report("in a fresh JVM the test was skipped: " + reason);
    }

    private void report(String reason) {
      try {
        reportFailure(request, reason);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
