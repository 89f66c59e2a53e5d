package dev.tare.examples.documentation;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.tare.extension.TareConfigurationException;
import dev.tare.extension.UnmeasuredException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** The class {@code Failing} of an example, which shows the wrong way. */
record Twin(Class<?> type) {

  private static final List<String> ENGINES = List.of("junit-jupiter", "tare");

  /** Outcome of one test of the twin. */
  record Ending(TestExecutionResult.Status status, String message) {}

  /** The twins of a package and of those below it. */
  static List<Twin> in(String name) {
    return ReflectionSupport.findAllClassesInPackage(
            name, type -> type.getSimpleName().equals("Failing"), all -> true)
        .stream()
        .map(Twin::new)
        .toList();
  }

  /**
   * Runs the tests of the twin on both engines, as a build does.
   *
   * @return how each ended, by the name of its golden file: example, method and, of several
   *     invocations, the number
   */
  Map<String, Ending> run() {
    Map<String, Ending> endings = new LinkedHashMap<>();
    for (Event event : finished()) {
      String name = "%s.%s".formatted(type.getEnclosingClass().getSimpleName(), method(event));
      String unique = name;
      for (int i = 2; endings.containsKey(unique); i++) {
        unique = name + "-" + i;
      }
      endings.put(unique, ending(event.getRequiredPayload(TestExecutionResult.class)));
    }
    return endings;
  }

  private List<Event> finished() {
    List<Event> finished = new ArrayList<>();
    for (String engine : ENGINES) {
      EngineTestKit.engine(engine)
          .selectors(selectClass(type))
          .configurationParameter(
              "junit.jupiter.conditions.deactivate", "org.junit.*DisabledCondition")
          .configurationParameter("tare.print", "none")
          .configurationParameter("tare.warmupTime", "300 ms")
          .configurationParameter("tare.measurementTime", "500 ms")
          .execute()
          .testEvents()
          .finished()
          .stream()
          .forEach(finished::add);
    }
    return finished;
  }

  private static String method(Event event) {
    return ((MethodSource) event.getTestDescriptor().getSource().orElseThrow()).getMethodName();
  }

  private static Ending ending(TestExecutionResult result) {
    return new Ending(result.getStatus(), result.getThrowable().map(Twin::printed).orElse(""));
  }

  /** Messages of ours are complete; of a body's own exception, what a stack trace begins with. */
  private static String printed(Throwable thrown) {
    boolean ours =
        thrown instanceof AssertionFailedError
            || thrown instanceof UnmeasuredException
            || thrown instanceof TareConfigurationException
            || thrown instanceof TestAbortedException;
    StringBuilder text =
        new StringBuilder(ours ? String.valueOf(thrown.getMessage()) : thrown.toString());
    for (Throwable suppressed : thrown.getSuppressed()) {
      text.append("\n  Suppressed: ").append(suppressed);
    }
    return text.toString();
  }

  @Override
  public String toString() {
    return type.getName();
  }
}
