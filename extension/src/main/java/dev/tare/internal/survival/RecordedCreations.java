package dev.tare.internal.survival;

import dev.tare.internal.agent.record.CreationRecording;
import dev.tare.internal.agent.record.WeavingTurn;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Objects that calls of a body created, each with the line that created it.
 *
 * @param recording null if there is none
 * @param obstacle why the calls were not made; null if they were
 */
record RecordedCreations(@Nullable CreationRecording recording, @Nullable String obstacle) {

  /** Calls of a body that are recorded. */
  @FunctionalInterface
  interface RecordedCalls {
    void run() throws Throwable;
  }

  /**
   * Makes calls, and records the objects of some classes that they create.
   *
   * @param linking calls before the recording that link the woven code
   * @param types the names of the classes, as from {@link ClassTotal#name}
   * @param testInstances the test instances; their classes belong to the application
   * @throws Throwable what the calls threw, unchanged
   */
  static RecordedCreations of(
      RecordedCalls linking, RecordedCalls calls, Set<String> types, List<Object> testInstances)
      throws Throwable {
    WeavingTurn turn = WeavingTurn.take();
    if (turn instanceof WeavingTurn.Denial denial) {
      return new RecordedCreations(null, denial.text());
    }
    List<Class<?>> tests = new ArrayList<>();
    testInstances.forEach(test -> tests.add(test.getClass()));
    try (WeavingTurn.Permit permit = (WeavingTurn.Permit) turn) {
      return of(linking, calls, types, tests, permit.instrumentation());
    }
  }

  private static RecordedCreations of(
      RecordedCalls linking,
      RecordedCalls calls,
      Set<String> types,
      List<Class<?>> tests,
      Instrumentation instrumentation)
      throws Throwable {
    CreationRecording open;
    try {
      open =
          new CreationRecording(
              instrumentation,
              name -> types.contains(ClassTotal.name(name)),
              types.stream().anyMatch(type -> type.endsWith("[]")),
              tests);
    } catch (ReflectiveOperationException | IOException e) {
      return new RecordedCreations(null, "weaving failed: " + e);
    }
    try (CreationRecording recording = open) {
      linking.run();
      recording.start();
      try {
        calls.run();
      } finally {
        recording.stop();
      }
      return new RecordedCreations(recording, null);
    }
  }

  /** Returns the objects that have not been collected, each with its line. */
  IdentityHashMap<Object, String> lines() {
    return recording == null ? new IdentityHashMap<>() : recording.lines();
  }
}
