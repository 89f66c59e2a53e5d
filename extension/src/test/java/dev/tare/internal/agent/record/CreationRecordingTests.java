package dev.tare.internal.agent.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess;
import dev.tare.testing.WeavesOrWalks;
import java.lang.StackWalker.StackFrame;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Isolated("weaves the classes of all tests")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@WeavesOrWalks
class CreationRecordingTests {

  private final Map<String, Object> shapeObjects = new HashMap<>();
  private Object ofTheJdk = "";
  private IdentityHashMap<Object, String> shapeLines = new IdentityHashMap<>();
  private IdentityHashMap<Object, String> expectedLines = new IdentityHashMap<>();

  private final Instrumentation instrumentation =
      ((AgentAccess.Granted) Agent.access()).instrumentation();

  static List<Arguments> shapes() {
    return List.of(
        shape("object of a factory", Shapes::factory),
        shape("constructor that calls another one", Shapes::delegating),
        shape("object of a subclass", Shapes::subclass),
        shape("object with a child of its own class", Shapes::parent),
        shape("recursive method", () -> Shapes.recursive(3)),
        shape("constructor that throws", Shapes::throwing),
        shape("array of numbers", Shapes::numbers),
        shape("array of objects", Shapes::objects),
        shape("array of arrays", Shapes::arrays),
        shape("copy of an array", Shapes::copy),
        shape("clone of an array", Shapes::cloned),
        shape("clone of an object", Shapes::clonedObject),
        shape("lambda", Shapes::lambda),
        shape("method reference", Shapes::methodReference),
        shape("box", Shapes::box),
        shape("string", Shapes::string),
        shape("string of a concatenation", Shapes::concatenation),
        shape("entry that the JDK creates", Shapes::entry),
        shape("object of a static initializer", () -> Loaded.HELD));
  }

  private static Arguments shape(String name, Callable<Object> creation) {
    return Arguments.of(name, creation);
  }

  /** Creates an object of each shape in one recording. */
  @BeforeAll
  void createAll() throws Exception {
    EXPECTED_LINES.clear();
    try (CreationRecording recording = open(SELECTED, true)) {
      recording.start();
      for (Arguments shape : shapes()) {
        @SuppressWarnings("unchecked") // see shape()
        Callable<Object> creation = (Callable<Object>) shape.get()[1];
        shapeObjects.put((String) shape.get()[0], creation.call());
      }
      ofTheJdk = List.of("a", "b").toArray();
      recording.stop();
      shapeLines = recording.lines();
    }
    expectedLines = new IdentityHashMap<>(EXPECTED_LINES);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("shapes")
  void lineOfTheApplicationIsRecorded(String name) {
    Object created = shapeObjects.get(name);

    assertThat(expectedLines.containsKey(created)).isTrue();
    assertThat(shapeLines.get(created)).isEqualTo(expectedLines.get(created));
  }

  @Test
  void childOfTheSameClassHasTheLineOfItsParentsConstructor() throws Exception {
    IdentityHashMap<Object, String> lines = recorded(Shapes::parent);

    List<String> ofParents =
        lines.entrySet().stream()
            .filter(entry -> entry.getKey() instanceof Parent)
            .map(Map.Entry::getValue)
            .map(line -> line.replaceAll("[(].*", ""))
            .toList();
    assertThat(ofParents)
        .containsExactlyInAnyOrder(
            "CreationRecordingTests.Shapes.parent", "CreationRecordingTests.Parent.<init>");
  }

  @Test
  void objectsOfOneClassAreDistinguishedByTheirLines() throws Exception {
    List<Object> created = new ArrayList<>();
    IdentityHashMap<Object, String> lines =
        recorded(
            () -> {
              for (int i = 0; i < 3; i++) {
                created.add(Shapes.factory());
                created.add(Shapes.delegating());
              }
              return created;
            });

    assertThat(created)
        .hasSize(6)
        .allSatisfy(one -> assertThat(EXPECTED_LINES.containsKey(one)).isTrue())
        .allSatisfy(one -> assertThat(lines.get(one)).isEqualTo(EXPECTED_LINES.get(one)));
    assertThat(created.stream().map(lines::get).distinct()).hasSize(2);
  }

  @Test
  void objectOfAnotherThreadHasTheLineOfTheApplicationThereOrElseItsOwn() throws Exception {
    List<Object> created = new ArrayList<>();
    ExecutorService pool = Executors.newSingleThreadExecutor();
    IdentityHashMap<Object, String> lines;
    try {
      lines =
          recorded(
              () -> {
                Callable<String> withoutTheApplication = "small"::toUpperCase;
                created.add(pool.submit(() -> Shapes.factory()).get());
                created.add(pool.submit(withoutTheApplication).get());
                return created;
              });
    } finally {
      pool.shutdown();
    }

    assertThat(lines.get(created.get(0))).isNotNull().isEqualTo(EXPECTED_LINES.get(created.get(0)));
    assertThat(lines.get(created.get(1))).startsWith("String").contains(".java:");
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void virtualThreadsAreLeftOutSinceTheyWouldWaitForEachOther() throws Exception {
    List<Object> created = new ArrayList<>();
    ExecutorService threads =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    IdentityHashMap<Object, String> lines =
        recorded(
            () -> {
              List<Future<Leaf>> tasks = new ArrayList<>();
              for (int i = 0; i < 2_000; i++) {
                tasks.add(threads.submit(() -> new Leaf(1)));
              }
              for (Future<Leaf> task : tasks) {
                created.add(task.get(1, TimeUnit.MINUTES));
              }
              return created;
            });
    threads.shutdown();

    assertThat(created).hasSize(2_000).allSatisfy(one -> assertThat(lines.get(one)).isNull());
  }

  @Test
  void arrayThatTheJdkCreatesHasNoLine() {
    assertThat(ofTheJdk).isInstanceOf(Object[].class);
    assertThat(shapeLines.containsKey(ofTheJdk)).isFalse();
  }

  @Test
  void onlyObjectsBetweenStartAndStopAreRecorded() throws Exception {
    Object before;
    Object between;
    Object after;
    IdentityHashMap<Object, String> lines;
    try (CreationRecording recording = open()) {
      before = Shapes.factory();
      recording.start();
      between = Shapes.factory();
      recording.stop();
      after = Shapes.factory();
      lines = recording.lines();
    }

    assertThat(lines.get(between)).isNotNull();
    assertThat(lines.get(before)).isNull();
    assertThat(lines.get(after)).isNull();
  }

  @Test
  void collectedObjectsAreForgotten() throws Exception {
    try (CreationRecording recording = open()) {
      recording.start();
      Leaf kept = Shapes.factory();
      for (int i = 0; i < 100; i++) {
        Shapes.factory();
      }
      EXPECTED_LINES.clear();
      recording.stop();
      System.gc();

      assertThat(recording.lines().keySet())
          .filteredOn(Leaf.class::isInstance)
          .containsExactly(kept);
    }
  }

  @Test
  void secondRecordingAtATimeIsRefused() throws Exception {
    try (CreationRecording first = open();
        CreationRecording second = open()) {
      first.start();
      try {
        assertThatThrownBy(second::start).isInstanceOf(IllegalStateException.class);
      } finally {
        first.stop();
      }
    }
  }

  @Test
  void closingRestoresTheClasses() throws Exception {
    CreationRecording recording = open();
    recording.close();
    recording.start();
    Object created = Shapes.factory();
    recording.stop();

    assertThat(recording.lines().get(created)).isNull();
  }

  private IdentityHashMap<Object, String> recorded(Callable<?> creation) throws Exception {
    EXPECTED_LINES.clear();
    try (CreationRecording recording = open()) {
      recording.start();
      try {
        creation.call();
      } finally {
        recording.stop();
      }
      return recording.lines();
    }
  }

  /** Weaves a few classes, which takes less time than the whole application. */
  private CreationRecording open() throws Exception {
    return open(FEW, false);
  }

  private CreationRecording open(List<String> types, boolean arrays) throws Exception {
    return new CreationRecording(
        instrumentation, types::contains, arrays, List.of(CreationRecordingTests.class));
  }

  private static final List<String> FEW =
      List.of(Leaf.class.getName(), Parent.class.getName(), "java.lang.String");

  private static final List<String> SELECTED =
      List.of(
          Leaf.class.getName(),
          Parent.class.getName(),
          Special.class.getName(),
          Failing.class.getName(),
          Copied.class.getName(),
          Loaded.class.getName(),
          Shapes.class.getName() + "$$Lambda",
          "[I",
          "[[I",
          "[Ljava.lang.String;",
          "[Ljava.lang.Object;",
          "java.lang.Integer",
          "java.lang.String",
          "java.util.HashMap$Node");

  /** The line that created each object. */
  private static final IdentityHashMap<Object, String> EXPECTED_LINES = new IdentityHashMap<>();

  /** Expects the calling line to be recorded for an object that it has created. */
  private static <T> T here(T created) {
    StackTraceElement line =
        StackWalker.getInstance()
            .walk(frames -> frames.skip(1).findFirst().map(StackFrame::toStackTraceElement))
            .orElseThrow();
    EXPECTED_LINES.put(
        created,
        "CreationRecordingTests.%s.%s(CreationRecordingTests.java:%d)"
            .formatted(
                line.getClassName().replaceAll(".*[$]", ""),
                line.getMethodName(),
                line.getLineNumber()));
    return created;
  }

  private static class Leaf {
    final int number;

    Leaf(int number) {
      this.number = number;
    }

    Leaf() {
      this(factory().number);
    }

    private static Leaf factory() {
      return new Leaf(1);
    }
  }

  private static final class Special extends Leaf {
    Special() {
      super(2);
    }
  }

  private static final class Parent {
    final List<Parent> children = new ArrayList<>();

    Parent(int depth) {
      if (depth > 0) {
        children.add(new Parent(depth - 1));
      }
    }
  }

  private static final class Failing {
    static final List<Failing> LEAKED = new ArrayList<>();

    Failing() {
      LEAKED.add(this);
      throw new IllegalStateException();
    }
  }

  private static final class Copied implements Cloneable {
    Object copy() throws CloneNotSupportedException {
      return here(super.clone());
    }
  }

  /** Loaded on first use, which is during the recording. */
  private static final class Loaded {
    static final Object HELD = here(new Loaded());
  }

  private static final class Shapes {

    static Leaf factory() {
      return here(new Leaf(1));
    }

    static Leaf delegating() {
      return here(new Leaf());
    }

    static Leaf subclass() {
      return here(new Special());
    }

    static Parent parent() {
      return here(new Parent(1));
    }

    static Object recursive(int depth) {
      return depth == 0 ? here(new Leaf(0)) : recursive(depth - 1);
    }

    static Object throwing() {
      try {
        return new Failing();
      } catch (IllegalStateException e) {
        StackTraceElement line = e.getStackTrace()[1];
        Object leaked = Failing.LEAKED.remove(0);
        EXPECTED_LINES.put(
            leaked,
            "CreationRecordingTests.Shapes.throwing(CreationRecordingTests.java:%d)"
                .formatted(line.getLineNumber()));
        return leaked;
      }
    }

    static Object numbers() {
      return here(new int[3]);
    }

    static Object objects() {
      return here(new String[2]);
    }

    static Object arrays() {
      return here(new int[2][3]);
    }

    static Object copy() {
      return here(Arrays.copyOf(new String[] {"a"}, 2));
    }

    static Object cloned() {
      return here(new int[] {1, 2}.clone());
    }

    static Object clonedObject() throws CloneNotSupportedException {
      return new Copied().copy();
    }

    static Object lambda() {
      int captured = EXPECTED_LINES.size();
      return here((Supplier<Integer>) () -> captured);
    }

    static Object methodReference() {
      Leaf leaf = new Leaf(3);
      return here((Supplier<String>) leaf::toString);
    }

    static Object box() {
      return here(Integer.valueOf(1_000_000));
    }

    static Object string() {
      return here(new String("new"));
    }

    static Object concatenation() {
      return here("size " + EXPECTED_LINES.size());
    }

    static Object entry() {
      return here(new HashMap<>(Map.of("key", "value")).entrySet().iterator().next());
    }
  }
}
