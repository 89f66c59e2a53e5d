package dev.tare.examples.documentation;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** The class {@code Failing} of an example, which shows the wrong way. */
record Twin(Class<?> type) {

  private static final List<String> ENGINES = List.of("junit-jupiter", "tare");

  /** How one test of the twin ended. */
  record Ending(TestExecutionResult.Status status, String message) {}

  /** The twins of all examples. */
  static List<Twin> all() {
    return ReflectionSupport.findAllClassesInPackage(
            "dev.tare.examples", type -> type.getSimpleName().equals("Failing"), name -> true)
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
    String message = result.getThrowable().map(Throwable::getMessage).orElse("");
    return new Ending(result.getStatus(), message == null ? "" : message);
  }

  @Override
  public String toString() {
    return type.getName();
  }
}
