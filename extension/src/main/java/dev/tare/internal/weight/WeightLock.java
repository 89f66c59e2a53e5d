package dev.tare.internal.weight;

import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.render.OutputFile;
import dev.tare.unit.Count;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The weights of one test class: the content of a file with the ending {@code .tare}, and what the
 * tests of this run change in it.
 */
final class WeightLock {

  private final Class<?> testClass;
  private final Path file;

  /** The weights by JVM, then by figure: {@code lookup(): allocated bytes}. */
  private final SortedMap<String, SortedMap<String, Weight>> weights;

  private final SortedMap<String, Weight> recorded = new TreeMap<>();

  /** Signatures of the tests whose weights are replaced. */
  private final Set<String> accepted = new TreeSet<>();

  /** Number of weights that accepting has removed. */
  private int removed;

  /**
   * Reads the lock of a class.
   *
   * @throws TareConfigurationException if it cannot be read
   */
  WeightLock(Class<?> testClass, Path folder) {
    this.testClass = testClass;
    this.file = folder.resolve(testClass.getName().replace('$', '.') + ".tare");
    this.weights = read();
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

  /** Returns the weight of a figure in a JVM; empty if the lock has none. */
  Optional<Weight> weight(String jvm, String figure) {
    return Optional.ofNullable(ofJvm(jvm).get(figure));
  }

  private SortedMap<String, Weight> ofJvm(String jvm) {
    return weights.getOrDefault(jvm, Collections.emptySortedMap());
  }

  /** Returns the JVMs that have a weight of a figure. */
  List<String> jvms(String figure) {
    return weights.keySet().stream().filter(jvm -> weight(jvm, figure).isPresent()).toList();
  }

  /**
   * Returns why the first invocation of a test has no weight of a figure; empty if it has one.
   *
   * @param start the beginning of the names of its figures
   * @param end their end
   */
  synchronized String reasonOfFirst(String jvm, String start, String end) {
    return Stream.of(recorded, ofJvm(jvm))
        .map(figures -> figures.subMap(start, start + Character.MAX_VALUE).entrySet().stream())
        .flatMap(figures -> figures.filter(one -> one.getKey().endsWith(end)).limit(1))
        .findFirst()
        .map(first -> first.getValue().reason())
        .orElse("");
  }

  /** Records the weight of a figure, to be written when the tests of the class are done. */
  synchronized void record(String figure, Weight weight) {
    recorded.put(figure, weight);
  }

  /** Removes the weights of a test that no figure of this run replaces, when they are written. */
  synchronized void accept(String signature) {
    accepted.add(signature);
  }

  /**
   * Writes the lock. It is read again before, since another JVM may have written other weights of
   * the class.
   *
   * @param folder the folder of a file that is locked meanwhile; null for none
   * @return a sentence on what was written, or why it was not; empty if the lock is unchanged
   */
  @SuppressWarnings("try") // the resource only locks the file
  synchronized Optional<String> write(@Nullable Path folder, OutputFile.Opener opener) {
    if (recorded.isEmpty()) {
      return Optional.empty();
    }
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      try (FileChannel channel = folder == null ? null : open(folder);
          FileLock held = channel == null ? null : channel.lock()) {
        SortedMap<String, SortedMap<String, Weight>> latest = read();
        remove(latest);
        latest.computeIfAbsent(WeightLocks.thisJvm(), jvm -> new TreeMap<>()).putAll(recorded);
        latest.values().removeIf(Map::isEmpty);
        String text = LockText.print(testClass.getName(), latest);
        if (Files.exists(file) && text.lines().toList().equals(Files.readAllLines(file))) {
          return Optional.empty();
        }
        OutputFile.write(file.toAbsolutePath(), text, opener);
      }
    } catch (IOException | TareConfigurationException e) {
      return Optional.of(
          "cannot write %s, which is unchanged; make it writable and accept the weights of its class again: %s"
              .formatted(file, e instanceof IOException ? e : e.getMessage()));
    }
    long locked = recorded.values().stream().filter(Weight::isLocked).count();
    long others = recorded.size() - locked;
    String notLocked = Count.withNoun(others, "figure is not locked", "figures are not locked");
    return Optional.of(
        "wrote %s to %s%s%s"
            .formatted(
                Count.withNoun(locked, "weight", "weights"),
                file,
                others == 0 ? "" : "; " + notLocked,
                removed == 0
                    ? ""
                    : "; removed "
                        + Count.withNoun(removed, "figure that is gone", "figures that are gone")));
  }

  private static FileChannel open(Path folder) throws IOException {
    Files.createDirectories(folder);
    return FileChannel.open(
        folder.resolve("weights.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /** Removes the weights that accepting makes obsolete, and counts them. */
  private void remove(SortedMap<String, SortedMap<String, Weight>> latest) {
    if (accepted.isEmpty()) {
      return;
    }
    for (var ofJvm : latest.entrySet()) {
      boolean isOwn = ofJvm.getKey().equals(WeightLocks.thisJvm());
      for (String figure : List.copyOf(ofJvm.getValue().keySet())) {
        boolean isReplaced = isOwn && accepted.stream().anyMatch(figure::startsWith);
        if (isReplaced || TestName.signatures(testClass).noneMatch(figure::startsWith)) {
          ofJvm.getValue().remove(figure);
          removed += isOwn && recorded.containsKey(figure) ? 0 : 1;
        }
      }
    }
  }
}
