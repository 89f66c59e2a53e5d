package dev.tare.internal.weight;

import dev.tare.extension.Configuration;
import dev.tare.extension.ConfigurationKey;
import dev.tare.extension.TareConfigurationException;
import dev.tare.heap.ObjectLayout;
import dev.tare.internal.agent.KotlinNames;
import dev.tare.internal.render.OutputFile;
import dev.tare.unit.Count;
import dev.tare.unit.Quantity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The locks of all weighed tests of a run. A lock is read before the first test of its class runs.
 * Changed locks are written at the end of the run, so that a killed run changes none.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class WeightLocks {

  private static final String ENDING = ".tare";

  /** Value of the key that accepts the weights of all tests. */
  private static final String EVERY_TEST = "true";

  private final Configuration configuration;
  private final OutputFile.Opener opener;
  private final boolean isCi;
  private final Map<String, OpenLock> locks = new TreeMap<>();
  private final WeightComparison comparison = new WeightComparison();
  private final Set<String> acceptedClasses = new HashSet<>();
  private final Set<String> unmatched;

  /**
   * A lock that tests of this run use, with the weights to be written.
   *
   * @param accepted the tests whose weights are replaced; other weights of them are removed
   * @param oldNames the figures whose weight has a name as in version 1
   */
  private record OpenLock(
      Class<?> testClass,
      Path file,
      WeightLock lock,
      Map<String, Weight> recorded,
      Set<String> accepted,
      Set<String> oldNames) {}

  /**
   * Creates the locks of a run.
   *
   * @param isCi whether the environment variable {@code CI} is set
   */
  public WeightLocks(Configuration configuration, OutputFile.Opener opener, boolean isCi) {
    this.configuration = configuration;
    this.isCi = isCi;
    this.opener = opener;
    this.unmatched = new TreeSet<>(configuration.accept());
    unmatched.remove(EVERY_TEST);
  }

  /** Returns the part of a lock that weights of this JVM belong to. */
  static String thisJvm() {
    return "Java " + Runtime.version().feature() + ", " + ObjectLayout.current();
  }

  /**
   * Returns the weights of a test.
   *
   * @return empty if there is no folder of locks
   * @throws TareConfigurationException if the lock of its class cannot be read; names the test
   */
  public Optional<TestWeights> of(TestName test) {
    Class<?> testClass = test.testClass();
    Method method = test.method();
    String folder = configuration.lockDirectory().orElse(null);
    if (folder == null) {
      return Optional.empty();
    }
    OpenLock open;
    try {
      open = open(testClass, Path.of(folder));
    } catch (TareConfigurationException e) {
      String place =
          WeighedMethods.annotationOf(testClass, method)
              .map(annotation -> "@" + annotation.getSimpleName() + " on ")
              .orElse("weights of ");
      throw new TareConfigurationException(
          "%s%s.%s(): %s"
              .formatted(
                  place, testClass.getSimpleName(), KotlinNames.sourceName(method), e.getMessage()),
          e);
    }
    return Optional.of(
        new TestWeights(
            this,
            open.lock(),
            open.file().toString().replace('\\', '/'),
            test,
            accepts(testClass, method),
            configuration.missingWeight() == Configuration.MissingWeight.FAIL));
  }

  private synchronized OpenLock open(Class<?> testClass, Path folder) {
    OpenLock open = locks.get(testClass.getName());
    if (open == null) {
      Path file = folder.resolve(testClass.getName().replace('$', '.') + ENDING);
      open =
          new OpenLock(
              testClass,
              file,
              read(testClass.getName(), file),
              new TreeMap<>(),
              new TreeSet<>(),
              new HashSet<>());
      locks.put(testClass.getName(), open);
    }
    return open;
  }

  private static WeightLock read(String className, Path file) {
    if (!Files.exists(file)) {
      return WeightLock.empty(className);
    }
    try {
      return LockText.parse(file.toString(), Files.readString(file), className);
    } catch (IOException e) {
      throw new TareConfigurationException(
          "%s: the lock cannot be read; restore the file, or delete it and accept the weights again: %s"
              .formatted(file, e),
          e);
    }
  }

  /**
   * Returns whether the weights of a test are to be replaced by the measured ones. A function of
   * Kotlin can be named as in its source, or as in its lock, where overloads differ.
   */
  private synchronized boolean accepts(Class<?> testClass, Method method) {
    List<String> names =
        Stream.of(testClass.getName(), testClass.getName().replace('$', '.'))
            .flatMap(
                name ->
                    Stream.of(
                        name,
                        name + "." + KotlinNames.sourceName(method),
                        name + "." + method.getName()))
            .toList();
    unmatched.removeAll(names);
    List<String> accepted = configuration.accept();
    boolean accepts = accepted.contains(EVERY_TEST) || names.stream().anyMatch(accepted::contains);
    if (accepts) {
      acceptedClasses.add(testClass.getName());
    }
    return accepts;
  }

  /**
   * Records the weight of a figure, to be written at the end of the run.
   *
   * @param accepted the names of the test, if weights of its other figures are removed
   */
  synchronized void record(String className, String figure, Weight weight, List<String> accepted) {
    OpenLock open = locks.get(className);
    if (open != null) {
      open.recorded().put(figure, weight);
      open.accepted().addAll(accepted);
    }
  }

  /** Records that a figure is compared with a weight of a name that several figures may have. */
  synchronized void readOldName(String className, String figure) {
    OpenLock open = locks.get(className);
    if (open != null) {
      open.oldNames().add(figure);
    }
  }

  /** Records how a figure and its rows compare with its weight. */
  synchronized void compare(String figure, Quantity before, Quantity after, boolean hasEqualRows) {
    comparison.add(figure, before, after, hasEqualRows);
  }

  /** Returns how the figures of the run compare with their weights. */
  public synchronized WeightComparison comparison() {
    return comparison;
  }

  /** Writes the recorded weights, and returns sentences for the end of the run. */
  public synchronized List<String> close() {
    List<String> sentences = new ArrayList<>();
    for (OpenLock open : locks.values()) {
      if (!open.recorded().isEmpty()) {
        write(open).ifPresent(sentences::add);
      }
      goneTests(open).ifPresent(sentences::add);
      if (!open.oldNames().isEmpty()) {
        sentences.add(
            "%s: %s compared with weights of old names, which several may share, so the smaller ones can grow unnoticed; accept the weights of the class"
                .formatted(
                    open.file(),
                    Count.withNoun(open.oldNames().size(), "figure is", "figures are")));
      }
    }
    if (isCi && !acceptedClasses.isEmpty()) {
      sentences.add(
          "%s was used where the environment variable CI is set: tests were not compared with the committed weights"
              .formatted(ConfigurationKey.ACCEPT.key()));
    }
    sentences.addAll(comparison.sum());
    for (String name : unmatched) {
      if (isOfOtherRun(name)) {
        continue; // Surefire runs each class apart if it has several forks
      }
      sentences.add(
          "%s = %s names no weighed test that this JVM ran; write the class, or class and method, for example %s = com.acme.CacheTests.lookup"
              .formatted(ConfigurationKey.ACCEPT.key(), name, ConfigurationKey.ACCEPT.key()));
    }
    sentences.addAll(locksWithoutClass());
    return sentences;
  }

  /** Returns whether a name is of a class that exists and of which this run has no weighed test. */
  private boolean isOfOtherRun(String name) {
    int dot = name.lastIndexOf('.');
    return Stream.of(name, name.substring(0, Math.max(0, dot)))
        .flatMap(className -> existing(className).stream())
        .anyMatch(className -> !locks.containsKey(className));
  }

  /** Returns the binary name of a class whose name may have dots before nested classes. */
  private static Optional<String> existing(String className) {
    String binary = className;
    while (!exists(binary)) {
      int dot = binary.lastIndexOf('.');
      if (dot < 0) {
        return Optional.empty();
      }
      binary = binary.substring(0, dot) + "$" + binary.substring(dot + 1);
    }
    return Optional.of(binary);
  }

  private static boolean exists(String className) {
    try {
      Class.forName(className, false, Thread.currentThread().getContextClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    } catch (LinkageError e) {
      return true;
    }
  }

  /** Returns a sentence on the tests of a lock that no longer exist and whose weights stay. */
  private Optional<String> goneTests(OpenLock open) {
    String tests = tests(open.lock().figures().filter(isGone(open.testClass())));
    return tests.isEmpty() || removesGoneTests(open)
        ? Optional.empty()
        : Optional.of(
            "%s has weights of tests that do not exist: %s; accept the weights of the class to remove them"
                .formatted(open.file(), tests));
  }

  /** Returns the names of the tests that figures belong to. */
  private static String tests(Stream<String> figures) {
    return figures.map(WeightLock::test).distinct().collect(Collectors.joining(", "));
  }

  private boolean removesGoneTests(OpenLock open) {
    return acceptedClasses.contains(open.lock().className()) && !open.recorded().isEmpty();
  }

  /** Returns whether the test of a figure no longer exists in a class. */
  private static Predicate<String> isGone(Class<?> testClass) {
    Set<String> signatures =
        TestName.methods(testClass)
            .flatMap(
                method ->
                    Stream.of(TestName.simpleSignature(method), TestName.fullSignature(method)))
            .collect(Collectors.toSet());
    return figure -> signatures.stream().noneMatch(signature -> WeightLock.isOf(figure, signature));
  }

  /**
   * Writes a lock. It is read again before, since another JVM may have written other weights of the
   * class; a file in the report folder is locked meanwhile.
   *
   * @return a sentence on what was written, or why it was not; empty if the lock is unchanged
   */
  @SuppressWarnings("try") // the resource only locks the file
  private Optional<String> write(OpenLock open) {
    Path file = open.file().toAbsolutePath();
    synchronized (WeightLocks.class) { // a JVM cannot lock a file twice
      try {
        Files.createDirectories(file.getParent());
        try (FileChannel channel = lockFile();
            FileLock held = channel.lock()) {
          WeightLock latest = read(open.lock().className(), file);
          Predicate<String> gone =
              removesGoneTests(open) ? isGone(open.testClass()) : figure -> false;
          WeightLock kept =
              latest.without(
                  (jvm, figure) ->
                      gone.test(figure) || (jvm.equals(thisJvm()) && isAccepted(open, figure)));
          String text = LockText.print(kept.with(thisJvm(), open.recorded()));
          if (Files.exists(file)
              && text.lines().toList().equals(Files.readString(file).lines().toList())) {
            return Optional.empty();
          }
          OutputFile.write(file, text, opener);
        }
      } catch (IOException e) {
        return Optional.of(unchanged(open, e.toString()));
      } catch (TareConfigurationException e) {
        return Optional.of(unchanged(open, e.getMessage()));
      }
    }
    return Optional.of(
        "wrote %s to %s"
            .formatted(Count.withNoun(open.recorded().size(), "weight", "weights"), open.file()));
  }

  private static boolean isAccepted(OpenLock open, String figure) {
    return open.accepted().stream().anyMatch(test -> figure.startsWith(test + ": "));
  }

  private static String unchanged(OpenLock open, @Nullable String reason) {
    return "cannot write %s, which is unchanged; make it writable and accept the weights of %s again: %s"
        .formatted(open.file(), tests(open.recorded().keySet().stream()), reason);
  }

  private FileChannel lockFile() throws IOException {
    Path folder =
        Path.of(configuration.reportDirectory().orElse(System.getProperty("java.io.tmpdir")));
    Files.createDirectories(folder);
    return FileChannel.open(
        folder.resolve("weights.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /** Returns a sentence for each lock in the folder whose test class does not exist. */
  private List<String> locksWithoutClass() {
    if (locks.isEmpty()) {
      return List.of();
    }
    Path folder = locks.values().iterator().next().file().getParent();
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(ENDING))
          .sorted(Comparator.naturalOrder())
          .filter(file -> !classExists(file))
          .map(
              file ->
                  "%s is the lock of a class that is not on the class path; delete it unless another module has the class"
                      .formatted(file))
          .toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of(); // there is no folder if nothing was written
    }
  }

  /**
   * Returns whether the class of a lock exists; a lock that cannot be read belongs to some class.
   */
  private static boolean classExists(Path file) {
    try {
      return exists(LockText.className(Files.readString(file)));
    } catch (IOException | TareConfigurationException e) {
      return true;
    }
  }
}
