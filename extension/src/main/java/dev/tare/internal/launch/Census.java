package dev.tare.internal.launch;

import dev.tare.extension.Configuration;
import dev.tare.internal.allocation.AllocationCounters;
import dev.tare.internal.allocation.AllocationCounters.OtherThreadBytes;
import dev.tare.internal.render.CensusText;
import dev.tare.internal.render.CensusText.ClassFixtures;
import dev.tare.internal.render.CensusText.CountedTest;
import dev.tare.internal.render.OutputFile;
import dev.tare.model.Report.TestId;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.InvocationInterceptor.Invocation;

/**
 * Counts what each ordinary test of a run allocates, in its one call, and how long its body takes.
 * No test runs more often, in another order or with another outcome.
 *
 * <p>A body is counted by an interceptor; if it starts threads, with all threads of the JVM, since
 * telling older threads apart takes longer than most tests. The rest of a test, and of a class, is
 * counted by thread, between the events of JUnit's listener; it includes what JUnit itself
 * allocates there. What the census allocates is in no figure.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class Census {

  /** JUnit's key that registers extensions without an annotation. */
  public static final String AUTODETECTION = "junit.jupiter.extensions.autodetection.enabled";

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Configuration configuration;
  private final boolean isParallel;
  private final @Nullable Number threadBytes;

  /** Reader of the bytes of all other threads; null if several tests run at the same time. */
  private final @Nullable OtherThreadBytes otherThreadBytes;

  private final Map<String, OpenNode> openNodes = new ConcurrentHashMap<>();
  private final List<CountedTest> tests = new ArrayList<>();
  private final List<ClassFixtures> fixtures = new ArrayList<>();
  private final AtomicInteger uncertain = new AtomicInteger();
  private int uncounted;

  /** A test or container that has begun on a thread. */
  private static final class OpenNode {

    final Thread thread = Thread.currentThread();
    final @Nullable OpenNode parent;
    long bytesAtBegin;

    /** Bytes of this thread that do not belong to this node, such as those of its children. */
    long otherBytes;

    long bodyBytes;
    long bodyNanos;
    boolean hasBody;
    boolean startedThreads;
    boolean isLeftOut;

    OpenNode(@Nullable OpenNode parent) {
      this.parent = parent;
    }
  }

  /**
   * @param isParallel whether several tests of the run may run at the same time
   */
  Census(Configuration configuration, boolean isParallel) {
    this.configuration = configuration;
    this.isParallel = isParallel;
    this.otherThreadBytes = isParallel ? null : AllocationCounters.otherThreadBytes().orElse(null);
    this.threadBytes =
        AllocationCounters.countThisThread() ? AllocationCounters.threadBytes().orElse(null) : null;
  }

  private long threadBytes() {
    return threadBytes == null ? -1 : threadBytes.longValue();
  }

  /** Records that this thread begins a test or a container of tests. */
  public void begin(String id, @Nullable String parentId) {
    long before = threadBytes();
    OpenNode parent = parentId == null ? null : openNodes.get(parentId);
    OpenNode node = new OpenNode(parent);
    openNodes.put(id, node);
    node.bytesAtBegin = threadBytes();
    addToParent(node, node.bytesAtBegin - before);
  }

  /** Leaves out a test, because it has a promise of its own. */
  public void leaveOut(String id) {
    OpenNode node = openNodes.get(id);
    if (node != null) {
      node.isLeftOut = true;
    }
  }

  /**
   * Calls the body of a test and counts it.
   *
   * @throws Throwable what the body threw, unchanged
   */
  public <T extends @Nullable Object> T callBody(String id, Invocation<T> body) throws Throwable {
    OpenNode node = openNodes.get(id);
    return node == null || threadBytes() < 0 ? body.proceed() : callBody(node, body);
  }

  private <T extends @Nullable Object> T callBody(OpenNode node, Invocation<T> body)
      throws Throwable {
    long entered = threadBytes();
    long startedBefore = THREADS.getTotalStartedThreadCount();
    long othersBefore = otherThreadBytes(false);
    long before = threadBytes();
    long from = System.nanoTime();
    try {
      return body.proceed();
    } finally {
      node.bodyNanos += System.nanoTime() - from;
      long ownBytes = threadBytes() - before;
      node.hasBody = true;
      node.bodyBytes += ownBytes;
      if (THREADS.getTotalStartedThreadCount() > startedBefore) {
        addOthers(node, othersBefore);
      }
      if (Thread.currentThread() == node.thread) { // a timeout can move the body to another one
        node.otherBytes += threadBytes() - entered;
      }
    }
  }

  private void addOthers(OpenNode node, long before) {
    long after = otherThreadBytes(true); // a thread that the body started may be about to end
    if (before >= 0 && after > before) {
      node.bodyBytes += after - before;
      node.startedThreads = true;
    } else if (before < 0 || after < 0) {
      uncertain.incrementAndGet();
    }
  }

  private long otherThreadBytes(boolean stopsThreads) {
    return otherThreadBytes == null ? 0 : otherThreadBytes.read(stopsThreads);
  }

  /**
   * Records that this thread has ended a test.
   *
   * @param test names the test, which allocates
   * @param outcome JUnit's word for how it ended
   */
  public void endTest(String id, Supplier<TestId> test, String outcome) {
    long now = threadBytes();
    OpenNode node = openNodes.remove(id);
    if (node == null) {
      return;
    }
    long fixtureBytes = now - node.bytesAtBegin - node.otherBytes;
    if (!node.isLeftOut) {
      add(node, test.get(), fixtureBytes, outcome);
    }
    addToParent(node, threadBytes() - node.bytesAtBegin);
  }

  private synchronized void add(OpenNode node, TestId test, long fixtureBytes, String outcome) {
    if (node.hasBody) {
      tests.add(
          new CountedTest(
              test, node.bodyBytes, fixtureBytes, node.bodyNanos, node.startedThreads, outcome));
    } else {
      uncounted++;
    }
  }

  /**
   * Records that this thread has ended a container.
   *
   * @param className the class whose tests it contains; null if it is none, or only one of its
   *     methods
   */
  public void endContainer(String id, @Nullable String className) {
    long now = threadBytes();
    OpenNode node = openNodes.remove(id);
    if (node == null) {
      return;
    }
    if (className == null || now < 0 || !isOnOneThread(node)) {
      // what a method's container allocates, such as its arguments, is the class's
      addToParent(node, node.otherBytes);
      return;
    }
    addFixtures(new ClassFixtures(className, now - node.bytesAtBegin - node.otherBytes));
    addToParent(node, threadBytes() - node.bytesAtBegin);
  }

  private synchronized void addFixtures(ClassFixtures ofClass) {
    fixtures.add(ofClass);
  }

  /** Returns whether a container's thread runs all of its tests, and no others beside them. */
  private boolean isOnOneThread(OpenNode node) {
    return !isParallel && node.thread == Thread.currentThread();
  }

  private static void addToParent(OpenNode node, long bytes) {
    OpenNode parent = node.parent;
    if (parent != null && parent.thread == Thread.currentThread()) {
      parent.otherBytes += bytes;
    }
  }

  /** Writes the file and returns the table; empty if there were no tests. */
  synchronized Optional<String> close() {
    if (tests.isEmpty() && uncounted == 0) {
      return Optional.empty();
    }
    List<String> notes = notes();
    configuration.reportDirectory().map(Path::of).ifPresent(folder -> write(folder, notes));
    return Optional.of(CensusText.table(tests, fixtures, notes));
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (threadBytes == null) {
      notes.add(AllocationCounters.absence().reason());
    }
    if (isParallel) {
      notes.add(
          "tests run in parallel: threads that a body started and fixtures of classes are not counted");
    }
    if (uncounted > 0) {
      notes.add(
          "%s of the tests have no figure: their bodies were not called, or JUnit is older than 5.12 and %s is not set"
              .formatted(uncounted, AUTODETECTION));
    }
    long starting = tests.stream().filter(CountedTest::startedThreads).count();
    if (starting > 0) {
      notes.add(
          "%s of the bodies started threads; their figure is that of all threads of the JVM"
              .formatted(starting));
    }
    if (uncertain.get() > 0) {
      notes.add(
          "%s of the bodies started threads whose bytes are not counted, since other threads allocated all the time"
              .formatted(uncertain.get()));
    }
    return notes;
  }

  private void write(Path folder, List<String> notes) {
    Path file = RunningJvm.unusedFile(folder, "census", ".json");
    try {
      Files.createDirectories(folder.toAbsolutePath());
      OutputFile.write(
          file,
          CensusText.json(RunningJvm.start(), RunningJvm.build(), tests, fixtures, notes),
          OutputFile.Opener.DISK);
      notes.add("all tests: " + file);
    } catch (IOException e) {
      notes.add(
          "cannot write %s; %s names another folder, or none for no file: %s"
              .formatted(file, Configuration.REPORT_DIRECTORY, e));
    }
  }
}
