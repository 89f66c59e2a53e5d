package dev.tare.internal.survival;

import static java.util.Map.Entry.comparingByValue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the line of the application that creates the objects that are not collected. */
public final class CreationLine {

  /** Maximum number of objects whose lines are compared. */
  private static final int MAX_OBJECTS = 1_000;

  /** A further call of a test's body. */
  @FunctionalInterface
  public interface Call {
    /** Calls the body, and returns the objects that it let go of. */
    ReleasedObjects call() throws Throwable;
  }

  private CreationLine() {}

  /**
   * Calls the body once more while the creation of objects is recorded, and collects garbage.
   *
   * @param type the name of the class of an object that survived the judged call
   * @param testInstances the test instances; their classes belong to the application
   * @return the line that created most of the survivors of this call; empty if the call failed,
   *     left nothing, or let go of an object that an earlier call created
   */
  public static Optional<String> find(Call body, String type, List<Object> testInstances) {
    List<ReleasedObjects> released = new ArrayList<>();
    RecordedCreations recorded;
    try {
      recorded =
          RecordedCreations.of(
              () -> {},
              () -> released.add(body.call()),
              Set.of(ClassTotal.withoutNumbers(type)),
              testInstances);
    } catch (Throwable thrown) {
      return Optional.empty(); // the verdict does not need the line
    }
    released.forEach(objects -> Survival.of(objects, Duration.ZERO));
    IdentityHashMap<Object, String> lines = recorded.lines();
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (ReleasedObjects objects : released) {
      for (Object survivor : objects.survivors(MAX_OBJECTS)) {
        String line = lines.get(survivor);
        if (line != null) {
          counts.merge(line, 1, Integer::sum);
        }
      }
    }
    return counts.entrySet().stream().max(comparingByValue()).map(Map.Entry::getKey);
  }
}
