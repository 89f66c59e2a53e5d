package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.management.ThreadMXBean;
import dev.tare.ExecutedTests;
import dev.tare.extension.Configuration.Breakdowns;
import dev.tare.testing.WeavesOrWalks;
import dev.tare.unit.DataSize;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javassist.bytecode.ClassFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Allocation of a first call, separated into class loading, linkage and the rest. */
@Isolated("changes the class loaders of all tests")
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // a first call happens once
@WeavesOrWalks
class FirstCallTests {

  private final ExecutedTests tests = ExecutedTests.jupiter(FirstCallTestCases.class);

  @Test
  void classLoadingRowHasBytesAndNumberOfClasses() {
    assertThat(message("loads"))
        .containsPattern(row(bytes("loads"), 3, "class loading"))
        .containsPattern(row(MaxAllocatedBytesTests.Arrays.bytes(1000), 1, "all else"))
        .contains("first call, class loading included")
        .contains("the lines are not known: the first call cannot be repeated")
        .containsPattern("loaded a\\.\\w+ [\\d,]+ B, a\\.\\w+ [\\d,]+ B, a\\.\\w+ [\\d,]+ B")
        .doesNotContain("linkage");
  }

  @Test
  void fileHasNamesAndBytesOfAllLoadedClasses(@TempDir Path folder) throws IOException {
    ExecutedTests recorded =
        ExecutedTests.by(
            "junit-jupiter",
            List.of(selectMethod(FirstCallTestCases.class, "loadsFive")),
            "tare.report.directory",
            folder.toString());

    assertThat(recorded.failed()).containsExactly("loadsFive");
    JsonObject facts = loadedClasses(folder);
    assertThat(facts.get("number").getAsInt()).isEqualTo(5);
    List<String> names =
        facts.getAsJsonArray("names").asList().stream().map(JsonElement::getAsString).toList();
    assertThat(names).containsExactlyInAnyOrder("a.One", "a.Two", "a.Three", "a.Four", "a.Five");
    List<Long> sizes =
        facts.getAsJsonArray("bytes").asList().stream().map(FirstCallTests::bytesOf).toList();
    assertThat(sizes).hasSameSizeAs(names).isSortedAccordingTo(Comparator.reverseOrder());
    assertThat(sizes.stream().mapToLong(size -> size).sum()).isEqualTo(bytes("loadsFive"));
  }

  private static long bytesOf(JsonElement quantity) {
    assertThat(quantity.getAsJsonObject().get("unit").getAsString()).isEqualTo("B");
    return quantity.getAsJsonObject().get("value").getAsLong();
  }

  /** Returns the facts of the note on loaded classes in the only verdicts file. */
  private static JsonObject loadedClasses(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      JsonObject verdict =
          JsonParser.parseString(Files.readString(files.findFirst().orElseThrow()))
              .getAsJsonObject()
              .getAsJsonArray("verdicts")
              .get(0)
              .getAsJsonObject();
      return verdict.getAsJsonArray("remarks").asList().stream()
          .map(JsonElement::getAsJsonObject)
          .filter(remark -> remark.get("id").getAsString().equals("loaded-classes"))
          .findFirst()
          .orElseThrow()
          .getAsJsonObject("facts");
    }
  }

  @Test
  void figureIsTheSameWithoutParts() {
    assertThat(tests.entries("loads").get("tare.allocated-bytes.value"))
        .isEqualTo(tests.entries("loadsUntold").get("tare.allocated-bytes.value"));
    assertThat(message("loadsUntold")).doesNotContain("all else").doesNotContain("separated");
  }

  @Test
  void linkageRowHasLambdasAndConcatenations() {
    assertThat(message("linksALambda")).containsPattern("B +\\d+ +linkage ").contains("all else");
    assertThat(message("linksAConcatenation")).containsPattern("B +\\d+ +linkage ");
  }

  @Test
  void callThatLoadsNothingHasNoRows() {
    assertThat(message("loadsNothing"))
        .contains(" " + new DataSize(MaxAllocatedBytesTests.Arrays.bytes(1000)).exact() + " ")
        .contains("in which this thread allocated nothing for loading or linking")
        .contains("no breakdown: the first call cannot be repeated")
        .doesNotContain("class loading ")
        .doesNotContain("linkage");
  }

  @Test
  void throwingBodyKeepsItsExceptionAndTheNextTestIsMeasured() {
    assertThat(tests.failure("throwsWhileItLoads"))
        .hasMessage("from the body")
        .hasNoSuppressedExceptions();
    assertThat(message("zLoadsAfterwards"))
        .containsPattern(row(bytes("zLoadsAfterwards"), 1, "class loading"));
  }

  private String message(String test) {
    return String.valueOf(tests.failure(test).getMessage());
  }

  private static long bytes(String test) {
    return FirstCallTestCases.bytes.getOrDefault(test, 0L);
  }

  private static String row(long bytes, int count, String type) {
    return new DataSize(bytes).exact() + " +" + count + "  " + type;
  }

  static class FirstCallTestCases {

    static final Map<String, Long> bytes = new HashMap<>();
    static final ThreadMXBean BEAN = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    static Object sink = "";

    static {
      new PreparedLoader().load("a.Warm");
    }

    private final PreparedLoader loader = new PreparedLoader();
    private long before;
    private long after;

    @Test
    @MaxAllocatedBytes(value = "0 B", mode = Mode.FIRST_CALL)
    void loads() {
      before = BEAN.getCurrentThreadAllocatedBytes();
      loader.load("a.One");
      loader.load("a.Two");
      loader.load("a.Three");
      after = BEAN.getCurrentThreadAllocatedBytes();
      sink = new byte[1000];
    }

    @Test
    @MaxAllocatedBytes(value = "0 B", mode = Mode.FIRST_CALL)
    void loadsFive() {
      before = BEAN.getCurrentThreadAllocatedBytes();
      loader.load("a.One");
      loader.load("a.Two");
      loader.load("a.Three");
      loader.load("a.Four");
      loader.load("a.Five");
      after = BEAN.getCurrentThreadAllocatedBytes();
      sink = new byte[1000];
    }

    @AfterEach
    void note(TestInfo test) {
      String name = test.getTestMethod().orElseThrow().getName();
      bytes.put(name, after - before);
    }

    @Test
    @MaxAllocatedBytes(value = "0 B", mode = Mode.FIRST_CALL, breakdown = Breakdowns.NEVER)
    void loadsUntold() {
      loads();
    }

    @Test
    @MaxAllocatedBytes(value = "0 B", mode = Mode.FIRST_CALL)
    void linksALambda() {
      Supplier<Object> lambda = () -> loader;
      sink = lambda;
    }

    @Test
    @MaxAllocatedBytes(value = "0 B", mode = Mode.FIRST_CALL)
    void linksAConcatenation() {
      sink = "at " + before + " and " + after;
    }

    @Test
    @MaxAllocatedBytes(value = "0 B", mode = Mode.FIRST_CALL)
    void loadsNothing() {
      sink = new byte[1000];
    }

    @Test
    @MaxAllocatedBytes(value = "0 B", mode = Mode.FIRST_CALL)
    void throwsWhileItLoads() {
      loader.load("a.One");
      throw new IllegalStateException("from the body");
    }

    @Test
    @MaxAllocatedBytes(value = "0 B", mode = Mode.FIRST_CALL)
    void zLoadsAfterwards() {
      before = BEAN.getCurrentThreadAllocatedBytes();
      loader.load("a.One");
      after = BEAN.getCurrentThreadAllocatedBytes();
    }
  }

  /** Loader with the class files of a few empty classes, which it defines on request. */
  static final class PreparedLoader extends ClassLoader {

    private final Map<String, byte[]> classFiles = new HashMap<>();

    PreparedLoader() {
      super(null);
      for (String name : new String[] {"a.Warm", "a.One", "a.Two", "a.Three", "a.Four", "a.Five"}) {
        classFiles.put(name, bytes(name));
      }
    }

    private static byte[] bytes(String name) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try {
        new ClassFile(false, name, Object.class.getName()).write(new DataOutputStream(bytes));
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
      return bytes.toByteArray();
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = classFiles.get(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }

    void load(String name) {
      try {
        loadClass(name);
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
