package dev.tare.internal.weight;

import dev.tare.extension.ComparesWithLock;
import dev.tare.extension.Configuration;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.agent.KotlinNames;
import dev.tare.unit.Count;
import dev.tare.unit.Quantity;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The locks of all weighed tests of a run. A lock is read before the first test of its class runs,
 * and written after the last one, so that a killed run keeps those of the classes before.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class WeightLocks {

  /** Value of the key that accepts the weights of all tests. */
  private static final String EVERY_TEST = "true";

  private final Configuration configuration;
  private final Map<String, WeightLock> locks = new TreeMap<>();
  private final Map<String, String> written = new TreeMap<>();
  private final Comparison comparison = new Comparison();

  /** Creates the locks of a run. */
  public WeightLocks(Configuration configuration) {
    this.configuration = configuration;
  }

  /**
   * Returns the weights of a test.
   *
   * @return empty if there is no folder of locks
   * @throws TareConfigurationException if the lock of its class cannot be read, or the object
   *     layout is unknown
   */
  public synchronized Optional<TestWeights> of(TestName test) {
    Optional<TestWeights> weights =
        configuration.lockDirectory().map(folder -> weights(test, Path.of(folder)));
    weights.ifPresent(TestWeights::begin);
    return weights;
  }

  private TestWeights weights(TestName test, Path folder) {
    return new TestWeights(
        locks.computeIfAbsent(
            test.testClass().getName(), name -> new WeightLock(test.testClass(), folder)),
        comparison,
        test,
        accepts(test.testClass(), test.method()),
        configuration.missingWeight() == Configuration.MissingWeight.FAIL);
  }

  /**
   * Returns whether the weights of a test are to be replaced by the measured ones. A function of
   * Kotlin can be named as in its source, or as in its lock, where overloads differ.
   */
  private boolean accepts(Class<?> testClass, Method method) {
    List<String> accepted = configuration.accept();
    return accepted.contains(EVERY_TEST)
        || Stream.of(testClass.getName(), testClass.getName().replace('$', '.'))
            .anyMatch(
                name ->
                    accepted.contains(name)
                        || accepted.contains(name + "." + KotlinNames.sourceName(method))
                        || accepted.contains(name + "." + method.getName()));
  }

  /**
   * Returns whether the annotations on a test are weighed.
   *
   * @param places the method, and the classes whose annotations apply to it, the nearest first
   */
  public static boolean weigh(
      Class<?> testClass, List<? extends AnnotatedElement> places, Configuration configuration) {
    return configuration.weigh() == Configuration.Weigh.MEASURED
        || annotationOf(places).isPresent()
        || (testClass.getPackage() != null && annotationOn(testClass.getPackage()).isPresent());
  }

  /**
   * Returns the type of the nearest annotation that compares tests with a lock.
   *
   * @param places as for {@link #weigh}
   */
  public static Optional<Class<? extends Annotation>> annotationOf(
      List<? extends AnnotatedElement> places) {
    return places.stream().flatMap(place -> annotationOn(place).stream()).findFirst();
  }

  private static Optional<Class<? extends Annotation>> annotationOn(AnnotatedElement element) {
    return Stream.of(element.getAnnotations())
        .<Class<? extends Annotation>>map(Annotation::annotationType)
        .filter(type -> AnnotationSupport.isAnnotated(type, ComparesWithLock.class))
        .findFirst();
  }

  /**
   * Writes the recorded weights of a class. They may be written again with those of later tests.
   */
  public synchronized void write(String className) {
    Optional.ofNullable(locks.get(className))
        .flatMap(WeightLock::write)
        .ifPresent(sentence -> written.put(className, sentence));
  }

  /** Writes the recorded weights, and returns sentences for the end of the run. */
  public synchronized List<String> close() {
    locks.keySet().forEach(this::write);
    List<String> sentences = new ArrayList<>(written.values());
    sentences.addAll(comparison.sum());
    return sentences;
  }

  /** How the figures of a run compare with their weights. */
  static final class Comparison {

    private static final String UNCHANGED = "unchanged";
    private static final String OF_OTHER_JVM =
        "not compared, being of another Java or object layout";

    /** What may have happened to a weight, in the order of the sentence. */
    private static final List<String> CHANGES = List.of(UNCHANGED, "grown", "shrunk", OF_OTHER_JVM);

    private final Map<String, String> changes = new HashMap<>();

    /**
     * Adds a figure.
     *
     * @param weight the name of its weight
     */
    synchronized void add(String weight, Quantity before, Quantity after) {
      int order = after.compare(before);
      changes.put(weight, CHANGES.get(order > 0 ? 1 : order < 0 ? 2 : 0));
    }

    /** Adds a figure that has a weight for another Java or object layout only. */
    synchronized void addMissing(String weight) {
      changes.put(weight, OF_OTHER_JVM);
    }

    /** Returns the numbers in one sentence; none if nothing was compared. */
    synchronized List<String> sum() {
      if (changes.isEmpty()) {
        return List.of();
      }
      String numbers =
          CHANGES.stream()
              .filter(changes::containsValue)
              .map(change -> Collections.frequency(changes.values(), change) + " " + change)
              .collect(Collectors.joining(", "));
      return List.of(
          Count.withNoun(changes.size(), "weight", "weights")
              + ": "
              + numbers
              + (numbers.matches("\\d+ " + UNCHANGED)
                  ? ""
                  : "; -Dtare.accept accepts the measured figures"));
    }
  }
}
