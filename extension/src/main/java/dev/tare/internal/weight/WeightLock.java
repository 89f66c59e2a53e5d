package dev.tare.internal.weight;

import dev.tare.extension.TareConfigurationException;
import dev.tare.heap.ObjectLayout;
import dev.tare.heap.UnweighableException;
import dev.tare.internal.render.OutputFile;
import dev.tare.unit.Count;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The weights of one test class: the content of a file with the ending {@code .tare}, and what the
 * tests of this run change in it.
 */
final class WeightLock {

  private final Class<?> testClass;
  private final Path file;
  private final String jvm;

  /** The weights by JVM, then by figure: {@code lookup(): allocated bytes}. */
  private final SortedMap<String, SortedMap<String, Weight>> weights;

  private final SortedMap<String, Weight> recorded = new TreeMap<>();

  /** Signatures of the tests whose weights are replaced. */
  private final Set<String> accepted = new TreeSet<>();

  /** Tests and invocations that have begun and have no weight yet. */
  private final Set<String> begun = new TreeSet<>();

  /** Tests and invocations of which a figure has no weight. */
  private final Set<String> open = new TreeSet<>();

  /** Number of weights that accepting has removed. */
  private int removed;

  /**
   * Reads the lock of a class.
   *
   * @throws TareConfigurationException if it cannot be read, or the object layout is unknown
   */
  WeightLock(Class<?> testClass, Path folder) {
    this.testClass = testClass;
    this.file = folder.resolve(testClass.getName().replace('$', '.') + ".tare");
    this.jvm = thisJvm();
    this.weights = read();
  }

  /**
   * Returns the part of a lock that weights of this JVM belong to.
   *
   * @throws TareConfigurationException if the object layout is unknown, on which weights depend
   */
  static String thisJvm() {
    try {
      return "Java " + Runtime.version().feature() + ", " + ObjectLayout.current();
    } catch (UnweighableException e) {
      throw new TareConfigurationException(
          "weights depend on the object layout: %s; %s".formatted(e.reason(), e.remedy()), e);
    }
  }

  private SortedMap<String, SortedMap<String, Weight>> read() {
    try {
      return Files.exists(file)
          ? LockText.parse(file.toString(), Files.readString(file), testClass.getName())
          : new TreeMap<>();
    } catch (IOException e) {
      throw new TareConfigurationException(
          "%s: the lock cannot be read; restore the file, or delete it and accept the weights again: %s"
              .formatted(file, e),
          e);
    }
  }

  /** Returns the path, for messages. */
  String path() {
    return file.toString().replace('\\', '/');
  }

  /** Returns the weight of a figure in this JVM; empty if the lock has none. */
  Optional<Weight> weight(String figure) {
    return Optional.ofNullable(ofThisJvm().get(figure));
  }

  private SortedMap<String, Weight> ofThisJvm() {
    return weights.getOrDefault(jvm, Collections.emptySortedMap());
  }

  /** Returns the weights of a figure, of whatever JVM. */
  List<Weight> weights(String figure) {
    return weights.values().stream()
        .flatMap(figures -> Stream.ofNullable(figures.get(figure)))
        .toList();
  }

  /** Notes that a test or invocation begins. */
  synchronized void begin(String test) {
    begun.add(test);
  }

  /** Notes that a figure of a test or invocation has no weight. */
  synchronized void leaveOpen(String test) {
    open.add(test);
  }

  /** Records the weight of a figure, to be written when the tests of the class are done. */
  synchronized void record(String figure, Weight weight) {
    recorded.put(figure, weight);
  }

  /**
   * Has the other weights of a test removed, if all its invocations get one.
   *
   * @param signature the signature of the test
   * @param test the test or invocation that has a weight
   */
  synchronized void accept(String signature, String test) {
    accepted.add(signature);
    begun.removeIf(test::startsWith); // the name of a dynamic test begins with that of its factory
  }

  /** Returns whether all that has begun of a test has its weights. */
  private boolean isWhole(String signature) {
    return Stream.concat(begun.stream(), open.stream())
        .noneMatch(test -> test.startsWith(signature));
  }

  /**
   * Writes the lock. It is read again before, since another JVM may have written other weights of
   * the class. Of two JVMs that write it at the same moment, the last one counts.
   *
   * @return a sentence on what was written, or why it was not; empty if the lock is unchanged
   */
  synchronized Optional<String> write() {
    if (recorded.isEmpty()) {
      return Optional.empty();
    }
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      SortedMap<String, SortedMap<String, Weight>> latest = read();
      remove(latest);
      latest.computeIfAbsent(jvm, key -> new TreeMap<>()).putAll(recorded);
      latest.values().removeIf(Map::isEmpty);
      String text = LockText.print(testClass.getName(), latest);
      if (Files.exists(file) && text.lines().toList().equals(Files.readAllLines(file))) {
        return Optional.empty();
      }
      OutputFile.write(file.toAbsolutePath(), text);
    } catch (IOException | TareConfigurationException e) {
      return Optional.of(
          "cannot write %s, which is unchanged; make it writable and accept the weights of its class again: %s"
              .formatted(file, e instanceof IOException ? e : e.getMessage()));
    }
    long locked = recorded.values().stream().filter(Weight::isLocked).count();
    List<String> parts = new ArrayList<>();
    parts.add("wrote %s to %s".formatted(Count.withNoun(locked, "weight", "weights"), file));
    long others = recorded.size() - locked;
    if (others > 0) {
      parts.add(Count.withNoun(others, "figure is not locked", "figures are not locked"));
    }
    if (removed > 0) {
      parts.add(
          "removed " + Count.withNoun(removed, "figure that is gone", "figures that are gone"));
    }
    return Optional.of(String.join("; ", parts));
  }

  /**
   * Removes the weights that accepting makes obsolete, and counts them. An invocation that failed
   * or was aborted keeps its weight.
   */
  private void remove(SortedMap<String, SortedMap<String, Weight>> latest) {
    if (accepted.isEmpty()) {
      return;
    }
    List<String> whole = accepted.stream().filter(this::isWhole).toList();
    for (var ofJvm : latest.entrySet()) {
      boolean isOwn = ofJvm.getKey().equals(jvm);
      for (String figure : List.copyOf(ofJvm.getValue().keySet())) {
        boolean isReplaced = isOwn && whole.stream().anyMatch(figure::startsWith);
        if (isReplaced || TestName.signatures(testClass).noneMatch(figure::startsWith)) {
          ofJvm.getValue().remove(figure);
          removed += isOwn && recorded.containsKey(figure) ? 0 : 1;
        }
      }
    }
  }
}
