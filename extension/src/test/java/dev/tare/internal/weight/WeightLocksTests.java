package dev.tare.internal.weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.extension.Configuration;
import dev.tare.extension.ConfigurationKey;
import dev.tare.extension.TareConfigurationException;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import kotlin.Metadata;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs without JUnit: each has locks of its own, as each JVM has. */
class WeightLocksTests {

  private static final Figure BYTES = new Figure("allocated-bytes", "allocated bytes", true);

  private static final String NAME = CacheTestCases.class.getName();

  static class CacheTestCases {

    void lookup() {}

    void lookup(String key) {}

    void fills() {}
  }

  @TempDir private Path folder = Path.of("");

  private final Map<String, String> keys = new HashMap<>();

  @BeforeEach
  void setKeys() {
    keys.put(ConfigurationKey.LOCK_DIRECTORY.key(), folder.resolve("tare").toString());
    keys.put(ConfigurationKey.MISSING_WEIGHT.key(), "write");
    keys.put(ConfigurationKey.REPORT_DIRECTORY.key(), folder.resolve("report").toString());
  }

  private WeightLocks run() {
    return new WeightLocks(new Configuration(key -> Optional.ofNullable(keys.get(key))));
  }

  private static Verdict judge(WeightLocks run, String test, String invocation, long bytes) {
    Method method =
        Stream.of(CacheTestCases.class.getDeclaredMethods())
            .filter(found -> TestName.signature(found).equals(test))
            .findFirst()
            .orElseThrow();
    return judge(run, name(method, invocation), bytes);
  }

  private static Verdict judge(WeightLocks run, TestName name, long bytes) {
    TestWeights weights = run.of(name).orElseThrow();
    DataSize size = new DataSize(bytes);
    Budget own = Budget.unlimited(BYTES);
    Observed observed = Observed.exact(BYTES, size, Sampling.single(size), List.of());
    return weights.judge(own, weights.limit(own), observed, observed, "");
  }

  /** Returns the name of a test, or of the first of several with a display name. */
  private static TestName name(Method method, String displayName) {
    String id = "[class:C]/[test-template:t()]" + (displayName.isEmpty() ? "" : "/[x:#1]");
    return TestName.of(CacheTestCases.class, method, id, of -> displayName);
  }

  private void write(String test, long bytes) {
    WeightLocks run = run();
    judge(run, test, "", bytes);
    assertThat(run.close()).containsExactly("wrote 1 weight to " + file());
  }

  private Path file() {
    return folder.resolve("tare").resolve(NAME.replace('$', '.') + ".tare");
  }

  private List<String> figures() throws IOException {
    return Files.readAllLines(file()).stream().filter(line -> line.contains("(")).toList();
  }

  private void add(String line) throws IOException {
    String text = Files.readString(file());
    String before = text.substring(0, text.lastIndexOf("\n\n") + 1) + line + "\n";
    String end = Count.withNoun(figures().size() + 1, "weight", "weights");
    Files.writeString(file(), before + "\n" + end + "\n");
  }

  @Nested
  class LocksThatCannotBeWritten {

    private String before = "";

    @BeforeEach
    void grow() throws IOException {
      write("lookup()", 48);
      before = Files.readString(file());
      keys.put(ConfigurationKey.ACCEPT.key(), "true");
    }

    private List<String> accept() {
      WeightLocks run = run();
      judge(run, "lookup()", "", 64);
      return run.close();
    }

    @Test
    void folderThatIsAFileIsNamed() throws IOException {
      Path file = Files.createFile(folder.resolve("plain"));
      keys.put(ConfigurationKey.LOCK_DIRECTORY.key(), file.toString());

      assertThat(accept())
          .singleElement()
          .asString()
          .startsWith("cannot write " + file.resolve(file().getFileName()))
          .endsWith("FileAlreadyExistsException: " + file);
    }

    @Test
    void lockThatBecameAFolderStays() throws IOException {
      WeightLocks run = run();
      judge(run, "lookup()", "", 64);
      Files.delete(file());
      Path inside = Files.createDirectories(file().resolve("inside"));

      assertThat(run.close())
          .singleElement()
          .asString()
          .startsWith("cannot write " + file())
          .contains("accept the weights of its class again", "the lock cannot be read");
      assertThat(inside).exists();
    }

    @Test
    void lockThatAnotherJvmBrokeIsNotReplaced() throws IOException {
      WeightLocks run = run();
      judge(run, "lookup()", "", 64);
      Files.writeString(file(), before + "<<<<<<< HEAD\n");

      assertThat(run.close())
          .singleElement()
          .asString()
          .contains("cannot write " + file(), "line 8 is not readable: \"<<<<<<< HEAD\"");
      assertThat(file()).hasContent(before + "<<<<<<< HEAD\n");
    }
  }

  @Test
  void lockThatIsCutIsNotWrittenWithGrownFigures() throws IOException {
    write("fills()", 16);
    write("lookup()", 48);
    String cut = Files.readString(file()).replaceFirst("(?s)lookup.*", "");
    Files.writeString(file(), cut);
    WeightLocks run = run();

    assertThatThrownBy(() -> judge(run, "lookup()", "", 64))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessageContaining("line 7 is not readable: \"\" instead of \"1 weight\"");
    assertThat(run.close()).isEmpty();
    assertThat(file()).hasContent(cut);
  }

  @Test
  void lockThatIsAFolderIsNamed() throws IOException {
    Files.createDirectories(file());

    assertThatThrownBy(() -> judge(run(), "lookup()", "", 48))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessageStartingWith("%s: the lock cannot be read; restore the file", file());
  }

  @Nested
  class GoneTests {

    @BeforeEach
    void rename() throws IOException {
      write("lookup()", 48);
      add("lookup(int): allocated bytes = 8 B");
      add("renamed() [1] a: allocated bytes = 8 B");
    }

    @Test
    void stayWhenAMissingWeightIsWritten() throws IOException {
      WeightLocks run = run();
      judge(run, "fills()", "", 16);

      assertThat(run.close()).containsExactly("wrote 1 weight to " + file());
      assertThat(figures()).hasSize(4);
    }

    @Test
    void areRemovedByAccepting() throws IOException {
      keys.put(ConfigurationKey.ACCEPT.key(), NAME + ".lookup");
      WeightLocks run = run();
      judge(run, "lookup()", "", 48);

      assertThat(run.close())
          .containsExactly("wrote 1 weight to " + file() + "; removed 2 figures that are gone");
      assertThat(figures()).containsExactly("lookup(): allocated bytes = 48 B");
    }
  }

  @Test
  void acceptingRemovesAnInvocationThatIsGoneAndNotOneThatIsAborted() throws Exception {
    Method fills = CacheTestCases.class.getDeclaredMethod("fills");
    WeightLocks first = run();
    judge(first, name(fills, "a"), 8);
    judge(first, name(fills, "b"), 8);
    assertThat(first.close()).containsExactly("wrote 2 weights to " + file());
    keys.put(ConfigurationKey.ACCEPT.key(), NAME);

    WeightLocks aborted = run();
    judge(aborted, name(fills, "a"), 16);
    assertThat(aborted.of(name(fills, "b"))).isPresent();
    assertThat(aborted.close()).containsExactly("wrote 1 weight to " + file());
    assertThat(figures()).hasSize(2);

    WeightLocks gone = run();
    judge(gone, name(fills, "a"), 16);
    assertThat(gone.close())
        .containsExactly("wrote 1 weight to " + file() + "; removed 1 figure that is gone");
    assertThat(figures()).hasSize(1);
  }

  @Test
  void noOtherFileIsWrittenWithoutAReport() throws IOException {
    keys.put(ConfigurationKey.REPORT_DIRECTORY.key(), "none");
    write("lookup()", 48);

    try (Stream<Path> files = Files.walk(folder)) {
      assertThat(files.filter(Files::isRegularFile)).containsExactly(file());
    }
  }

  @Nested
  class SeveralJvms {
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void writeTheSameLockInAnyOrder(boolean isReversed) throws IOException {
      WeightLocks first = run();
      WeightLocks second = run();
      judge(first, "lookup()", "", 48);
      judge(second, "fills()", "", 16);
      (isReversed ? second : first).close();
      (isReversed ? first : second).close();
      assertThat(figures())
          .containsExactly("fills(): allocated bytes = 16 B", "lookup(): allocated bytes = 48 B");
    }

    @Test
    void testThatRunsAgainIsComparedWithTheWeightOfItsFirstRun() throws IOException {
      write("lookup()", 48);
      WeightLocks retried = run();
      for (long bytes : new long[] {64, 56, 48}) {
        assertThat(judge(retried, "lookup()", "", bytes).outcome())
            .isEqualTo(bytes == 48 ? Outcome.WITHIN : Outcome.EXCEEDED);
      }
      assertThat(retried.close()).containsExactly("1 weight: 1 unchanged");
      assertThat(figures()).containsExactly("lookup(): allocated bytes = 48 B");
    }

    @Test
    void classThatIsWrittenTwiceIsOneSentence() throws IOException {
      WeightLocks run = run();
      judge(run, "lookup()", "", 48);
      run.write(NAME);
      judge(run, "fills()", "", 16);
      run.write(NAME);
      assertThat(run.close()).containsExactly("wrote 2 weights to " + file());
    }
  }

  /** Two branches that weigh tests of their own, or the same one. */
  @Nested
  class MergedBranches {
    @BeforeEach
    void commit() throws Exception {
      git("init", "--quiet", "--initial-branch", "main");
      write("lookup()", 48);
      commit("weigh");
      git("checkout", "--quiet", "-b", "other");
    }

    private void commit(String message) throws Exception {
      git("add", "--force", "tare");
      git("commit", "--quiet", "--message", message);
    }

    private int git(String... arguments) throws Exception {
      List<String> command = new ArrayList<>(List.of("git", "-c", "user.name=a"));
      command.addAll(List.of("-c", "user.email=a@b.c", "-c", "commit.gpgSign=false"));
      command.addAll(List.of(arguments));
      Process git = new ProcessBuilder(command).directory(folder.toFile()).start();
      return git.waitFor();
    }

    @Test
    void conflictRefusesTheTestsUntilItIsSolved() throws Exception {
      accept("lookup()", 56);
      commit("grow");
      git("checkout", "--quiet", "main");
      accept("lookup()", 64);
      commit("grow otherwise");
      assertThat(git("merge", "--quiet", "other")).isOne();
      String merged = Files.readString(file());

      WeightLocks run = run();
      assertThatThrownBy(() -> judge(run, "lookup()", "", 64))
          .isExactlyInstanceOf(TareConfigurationException.class)
          .hasMessageContaining("line 5 is not readable: \"<<<<<<< HEAD\"; restore the file");
      run.close();
      assertThat(file()).hasContent(merged);

      git("checkout", "--ours", file().toString());
      assertThat(judge(run(), "lookup()", "", 64).outcome()).isEqualTo(Outcome.WITHIN);
    }

    @Test
    void weightsOfBothBranchesNeedTheirNumber() throws Exception {
      write("lookup(String)", 56);
      commit("weigh another");
      git("checkout", "--quiet", "main");
      write("fills()", 16);
      commit("weigh a third");
      assertThat(git("merge", "--quiet", "other")).isZero();

      assertThatThrownBy(() -> judge(run(), "lookup()", "", 48))
          .isExactlyInstanceOf(TareConfigurationException.class)
          .hasMessageContaining("line 9 is not readable: \"2 weights\" instead of \"3 weights\"");
      Files.writeString(file(), Files.readString(file()).replace("2 weights", "3 weights"));
      WeightLocks run = run();
      judge(run, "fills()", "", 16);
      judge(run, "lookup(String)", "", 56);
      assertThat(run.close()).containsExactly("2 weights: 2 unchanged");
    }
  }

  private void accept(String test, long bytes) {
    keys.put(ConfigurationKey.ACCEPT.key(), "true");
    write(test, bytes);
    keys.remove(ConfigurationKey.ACCEPT.key());
  }

  @ParameterizedTest
  @CsvSource({"[1] a, false", "[1] b, true", "[2] a, true", "'', true"})
  void figureWithoutAWeightIsRecorded(String invocation, boolean isRecorded) throws Exception {
    write("lookup()", 48);
    add("lookup(String) [1] a: allocated bytes = 8 B");
    Method method = CacheTestCases.class.getDeclaredMethod("lookup", String.class);

    assertThat(isRecorded(new TestName(CacheTestCases.class, method, invocation)))
        .isEqualTo(isRecorded);
  }

  private boolean isRecorded(TestName name) {
    WeightLocks run = run();
    judge(run, name, 8);
    return run.close().get(0).startsWith("wrote 1 weight");
  }

  @Metadata(d2 = {"count", "count$shop_main"})
  static class KotlinTestCases {
    void count$shop_main() {}
  }

  @ParameterizedTest
  @ValueSource(strings = {"count", "count$shop_main"})
  void functionOfKotlinIsAcceptedByEitherName(String name) throws NoSuchMethodException {
    keys.put(ConfigurationKey.ACCEPT.key(), KotlinTestCases.class.getName() + "." + name);
    keys.put(ConfigurationKey.MISSING_WEIGHT.key(), "fail");
    Method count = KotlinTestCases.class.getDeclaredMethod("count$shop_main");

    assertThat(isRecorded(new TestName(KotlinTestCases.class, count, ""))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "true, 2",
    "'', 2",
    "dev.tare.internal.weight.WeightLocksTests$CacheTestCases, 2",
    "dev.tare.internal.weight.WeightLocksTests.CacheTestCases, 2",
    "dev.tare.internal.weight.WeightLocksTests.CacheTestCases.fills, 1",
    "'com.acme.OtherTests, dev.tare.internal.weight.WeightLocksTests.CacheTestCases.fills', 1",
    "com.acme.OtherTests, 0"
  })
  void acceptedNamesReplaceWeightsOfThisJvmOnly(String accepted, int replaced) throws IOException {
    write("lookup()", 48);
    write("fills()", 16);
    String other = Files.readString(file()).replaceAll("\\[Java .*]", "[Java 11, 12-byte headers]");
    Files.writeString(file(), other);
    accept("lookup()", 48);
    accept("fills()", 16);
    keys.put(ConfigurationKey.ACCEPT.key(), accepted);
    WeightLocks run = run();
    judge(run, "lookup()", "", 56);
    judge(run, "fills()", "", 24);
    run.close();

    assertThat(figures().subList(0, 2))
        .containsExactly("fills(): allocated bytes = 16 B", "lookup(): allocated bytes = 48 B");
    assertThat(figures().subList(2, 4))
        .filteredOn(line -> line.endsWith("= 24 B") || line.endsWith("= 56 B"))
        .hasSize(replaced);
    assertThat(Files.readString(file()))
        .startsWith(other.replace("\n2 weights\n", ""))
        .endsWith("\n\n4 weights\n");
  }

  @Test
  void newOverloadIsWrittenWithRows() throws NoSuchMethodException {
    write("lookup()", 48);
    Method overload = CacheTestCases.class.getDeclaredMethod("lookup", String.class);

    TestWeights weights = run().of(name(overload, "")).orElseThrow();
    assertThat(weights.needsRows(Budget.unlimited(BYTES))).isTrue();
  }

  @Test
  void acceptingATestRemovesInvocationsThatItNoLongerHas() throws IOException {
    write("lookup()", 48);
    add("lookup(String) [1] a: allocated bytes = 8 B");
    add("lookup(String) [2] b: allocated bytes = 8 B");
    keys.put(ConfigurationKey.ACCEPT.key(), NAME + ".lookup");
    WeightLocks run = run();
    judge(run, "lookup(String)", "c", 64);
    run.close();

    assertThat(figures())
        .containsExactly(
            "lookup(): allocated bytes = 48 B", "lookup(String) [1] c: allocated bytes = 64 B");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [1] com.acme.Key@1b6d3586 | [1] com.acme.Key
          [1] key = com.acme.Key$Inner@f | [1] key = com.acme.Key$Inner
          [1] com.acme.A$$Lambda$1376/0x00007f911428f680@27f74733 | [1] com.acme.A$$Lambda
          [1] com.acme.A$$Lambda/0x000000000b256da0@42cc13a0, 3 | [1] com.acme.A$$Lambda, 3
          [1] jane.doe@decade.com | [1] jane.doe@decade.com
          com.acme.Key@1b6d3586 | [1] com.acme.Key
          a, not locked: b | [1] a; not locked: b
          """)
  void invocationIsNamedWithoutHashCodes(String invocation, String named) throws IOException {
    WeightLocks run = run();
    judge(run, "lookup(String)", invocation, 48);
    run.close();

    assertThat(figures()).containsExactly("lookup(String) " + named + ": allocated bytes = 48 B");
    WeightLocks second = run();
    judge(second, "lookup(String)", invocation, 48);
    assertThat(second.close()).containsExactly("1 weight: 1 unchanged");
  }
}
