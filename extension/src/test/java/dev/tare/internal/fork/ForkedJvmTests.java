package dev.tare.internal.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.SampledMatrix;
import dev.tare.internal.fork.ForkedJvm.ForkFailedException;
import dev.tare.testing.SameOnEveryJdk;
import dev.tare.testing.WeavesOrWalks;
import dev.tare.unit.Elapsed;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Isolated, since other tests start child JVMs, too. */
@Isolated
@SameOnEveryJdk
@WeavesOrWalks
class ForkedJvmTests {

  /** A property that users set, with a prefix that properties of the JVM have, too. */
  private static final String USER_PROPERTY = "file.upload.dir";

  private static final String FAKE_OS = "Plan 9";

  private static final String ENDLESS_TEST =
      "[engine:junit-jupiter]/[class:" + ForeverTestCases.class.getName() + "]/[method:forever()]";

  static class ForeverTestCases {
    @Test
    void forever() throws InterruptedException {
      new CountDownLatch(1).await();
    }
  }

  @Test
  void jvmBeyondItsTimeIsStopped() {
    List<Long> before = childProcessIds();

    assertThatThrownBy(
            () -> ForkedJvm.run(new ForkedTest(ENDLESS_TEST, Map.of()), Elapsed.parse("1 s")))
        .isInstanceOf(ForkFailedException.class)
        .hasMessage("a fresh JVM did not end within 1 s");
    assertThat(before).containsAll(childProcessIds());
  }

  private static List<Long> childProcessIds() {
    return ProcessHandle.current()
        .children()
        .filter(ProcessHandle::isAlive)
        .map(ProcessHandle::pid)
        .toList();
  }

  @Test
  void missingTestIsReported() {
    assertThatThrownBy(
            () ->
                ForkedJvm.run(new ForkedTest("[engine:nobody]", Map.of()), Elapsed.parse("1800 s")))
        .isInstanceOf(ForkFailedException.class)
        .hasMessageContaining("measured nothing");
  }

  static class TellingTestCases {
    @Test
    void tells() {
      throw new IllegalStateException(
          "%s, %s, %s"
              .formatted(
                  System.getProperty(USER_PROPERTY),
                  System.getProperty("java.io.tmpdir"),
                  FAKE_OS.equals(System.getProperty("os.name"))));
    }
  }

  @Test
  void freshJvmHasThePropertiesOfTheSuiteAndItsOwn() {
    Map<String, String> before =
        Map.of(
            "os.name", System.getProperty("os.name", ""),
            "java.io.tmpdir", System.getProperty("java.io.tmpdir", ""));
    System.setProperty(USER_PROPERTY, "up");
    System.setProperty("os.name", FAKE_OS);
    System.setProperty("java.io.tmpdir", before.get("java.io.tmpdir") + "/./");
    try {
      assertThatThrownBy(() -> run(TellingTestCases.class, "tells"))
          .isInstanceOf(ForkFailedException.class)
          .hasMessageEndingWith(": up, %s/./, false".formatted(before.get("java.io.tmpdir")));
    } finally {
      System.clearProperty(USER_PROPERTY);
      before.forEach(System::setProperty);
    }
  }

  private static void run(Class<?> type, String method) throws Exception {
    String id = "[engine:junit-jupiter]/[class:%s]/[method:%s()]";
    ForkedJvm.run(
        new ForkedTest(id.formatted(type.getName(), method), Map.of()), Elapsed.parse("1800 s"));
  }

  static class SkippedTestCases {
    @Disabled("on Sundays")
    @Test
    void skipped() {}
  }

  @Test
  void skippedTestIsReported() {
    assertThatThrownBy(() -> run(SkippedTestCases.class, "skipped"))
        .isInstanceOf(ForkFailedException.class)
        .hasMessage("in a fresh JVM the test was skipped: on Sundays");
  }

  @Test
  void missingLauncherIsReported(@TempDir Path folder) throws Exception {
    Path request = folder.resolve("request");
    Path reply = folder.resolve("reply");
    ForkRequest.write(new ForkedTest(ENDLESS_TEST, Map.of()), request, reply);
    String withoutLauncher =
        Stream.of(System.getProperty("java.class.path", "").split(File.pathSeparator, -1))
            .filter(entry -> !entry.contains("junit-platform-launcher"))
            .collect(Collectors.joining(File.pathSeparator));
    Process process = start(withoutLauncher, ForkMain.class, request, folder.resolve("out"));
    try {
      // its standard input stays open, so it does not end as it would without a parent
      assertThat(process.waitFor(30, TimeUnit.MINUTES)).isTrue();
      assertThatThrownBy(() -> ForkReply.read(reply))
          .isInstanceOf(ForkFailedException.class)
          .hasMessageStartingWith(
              "there is no launcher of JUnit in the fresh JVM, add"
                  + " org.junit.platform:junit-platform-launcher to the tests' runtime class path:"
                  + " java.lang.NoClassDefFoundError: org/junit/platform/launcher/");
    } finally {
      process.destroyForcibly();
    }
  }

  /** Program that runs a test in a fresh JVM and prints why it measured nothing. */
  public static final class Parent {

    private Parent() {}

    public static void main(String[] arguments) throws Exception {
      try {
        String id = "[engine:junit-jupiter]/[class:%s]/[method:tells()]";
        ForkedJvm.run(
            new ForkedTest(id.formatted(OptionsTestCases.class.getName()), Map.of()),
            Elapsed.parse("1800 s"));
      } catch (ForkFailedException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  static class OptionsTestCases {
    @Test
    void tells() {
      List<String> given = ManagementFactory.getRuntimeMXBean().getInputArguments();
      throw new IllegalStateException(
          "%s of %s, heap %s, collector %s, variables %s"
              .formatted(
                  System.getProperty("build.test.tool"),
                  given.stream().filter(one -> one.startsWith("-Dbuild.test.tool")).toList(),
                  given.stream().filter(one -> one.startsWith("-Xmx")).toList(),
                  ManagementFactory.getGarbageCollectorMXBeans().get(0).getName(),
                  VARIABLES.stream().map(System::getenv).filter(Objects::nonNull).toList()));
    }
  }

  private static final List<String> VARIABLES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  /**
   * Returns what a {@link Parent} prints that has an environment variable; the others are empty.
   */
  private static String printed(Path folder, String variable, String value) throws Exception {
    Path out = folder.resolve("out");
    ProcessBuilder builder = builder(System.getProperty("java.class.path", ""), Parent.class, out);
    VARIABLES.forEach(empty -> builder.environment().put(empty, ""));
    builder.environment().put(variable, value);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(30, TimeUnit.MINUTES)).isTrue();
      return Files.readString(out);
    } finally {
      process.destroyForcibly();
    }
  }

  static Stream<String> variables() {
    return SampledMatrix.of("ForkedJvmTests.variables", 1, VARIABLES);
  }

  @ParameterizedTest
  @MethodSource("variables")
  void optionsOfTheEnvironmentArePassedOnce(String variable, @TempDir Path folder)
      throws Exception {
    assertThat(
            printed(
                folder,
                variable,
                "'-Dbuild.test.tool=set here' -Xmx100m -XX:+UseSerialGC"
                    + " -Dcom.sun.management.jmxremote.port=0"
                    + " -Dcom.sun.management.jmxremote.ssl=false"
                    + " -Dcom.sun.management.jmxremote.authenticate=false"))
        .contains("in a fresh JVM the test threw")
        .contains(
            ": set here of [-Dbuild.test.tool=set here], heap [-Xmx100m], collector Copy,"
                + " variables []");
  }

  /** Agent that listens on a port, which only one JVM can. */
  public static final class PortAgent {

    @SuppressWarnings("UnusedVariable") // keeps the port
    private static @Nullable ServerSocket socket;

    private PortAgent() {}

    public static void premain(String port) throws IOException {
      socket = new ServerSocket(Integer.parseInt(port), 1, InetAddress.getLoopbackAddress());
    }
  }

  private static String portAgent(Path folder, int port) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", PortAgent.class.getName());
    Path jar = folder.resolve("port.jar");
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    return "-javaagent:" + jar + "=" + port;
  }

  @Test
  void errorOfAnOptionIsShown(@TempDir Path folder) throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }

    assertThat(printed(folder, "JDK_JAVA_OPTIONS", portAgent(folder, port)))
        .contains("measured nothing; it printed: Caused by: java.net.BindException: ")
        .doesNotContain("\tat ");
  }

  private static ProcessBuilder builder(
      String classPath, Class<?> main, Path out, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", classPath, main.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
  }

  private static Process start(String classPath, Class<?> main, Path argument, Path out)
      throws IOException {
    return builder(classPath, main, out, argument.toString()).start();
  }

  @Test
  void pathsOfWindowsAreWrittenInItsEncoding(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("arguments");
    Charset western = Charset.forName("windows-1252");

    ForkedJvm.writeArguments(file, List.of("-cp", "C:\\J\u00fcrgen\\a b.jar;D:\\c.jar"), western);

    assertThat(new String(Files.readAllBytes(file), western))
        .isEqualTo("\"-cp\"\n\"C:\\\\J\u00fcrgen\\\\a b.jar;D:\\\\c.jar\"\n");
  }

  @Test
  void launcherReadsTheArgumentsInTheEncodingOfTheSystem(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("arguments");
    Path out = folder.resolve("out");
    String value =
        "a \\ \"b\" "
            + new String("\u00fc".getBytes(ForkedJvm.systemCharset()), ForkedJvm.systemCharset());

    ForkedJvm.writeArguments(
        file,
        List.of(
            "-cp", System.getProperty("java.class.path"), "-Dvalue=" + value, Echo.class.getName()),
        ForkedJvm.systemCharset());

    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process = new ProcessBuilder(java, "@" + file).redirectOutput(out.toFile()).start();
    assertThat(process.waitFor(30, TimeUnit.MINUTES)).isTrue();
    assertThat(out).content(ForkedJvm.systemCharset()).isEqualTo(value);
  }

  /** Program that prints a system property. */
  public static final class Echo {

    private Echo() {}

    public static void main(String[] arguments) throws Exception {
      System.out.write(System.getProperty("value").getBytes(ForkedJvm.systemCharset()));
      System.out.flush();
    }
  }

  @Test
  void freshJvmEndsWithItsParent(@TempDir Path folder) throws Exception {
    Path request = folder.resolve("request");
    ForkRequest.write(new ForkedTest(ENDLESS_TEST, Map.of()), request, folder.resolve("reply"));
    Process process =
        start(
            System.getProperty("java.class.path", ""),
            ForkMain.class,
            request,
            folder.resolve("out"));
    try {
      // the operating system closes the pipe, too, when the parent dies
      process.getOutputStream().close();

      assertThat(process.waitFor(30, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).isEqualTo(3);
    } finally {
      process.destroyForcibly();
    }
  }
}
