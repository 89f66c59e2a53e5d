package dev.tare.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.Agent.AgentAccess;
import dev.tare.testing.WeavesOrWalks;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javassist.bytecode.ClassFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

@WeavesOrWalks
class AgentTests {

  private static final String GRANTED = "granted 1016 true true";
  private static final String REMEDY =
      "\nadd -XX:+EnableDynamicAgentLoading to the JVM's arguments, or -javaagent: and the jar tare-junit-jupiter";
  private static final String ALLOW = "-XX:+EnableDynamicAgentLoading";
  private static final String FORBID = "-XX:-EnableDynamicAgentLoading";

  @TempDir Path folder;

  @Test
  void accessIsCached() {
    assertThat(Agent.access()).isSameAs(Agent.access());
  }

  @Test
  void jvmPrintsNoWarningBeforeJava21EvenWithoutTheOption() {
    ChildJvm child = ChildJvm.run(List.of(), AgentProbe.class);

    assertThat(child.out()).isEqualTo(GRANTED);
    if (Runtime.version().feature() < 21) {
      assertThat(child.err()).isEmpty();
    } else {
      assertThat(child.err()).contains(ALLOW);
    }
  }

  @Test
  void agentLoadsSilentlyFromAFolderOfClassesAndATemporaryFolderWithASpace() throws IOException {
    assertThat(ChildJvm.home(Agent.class)).isDirectory();
    Path spaced = Files.createDirectory(folder.resolve("a b"));

    ChildJvm child = ChildJvm.run(List.of(ALLOW, "-Djava.io.tmpdir=" + spaced), AgentProbe.class);

    assertThat(child).isEqualTo(new ChildJvm(0, GRANTED, ""));
    assertThat(spaced).isEmptyDirectory();
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21) // earlier ones let the JVM load into itself regardless
  void refusalNamesTheLineToAdd() {
    ChildJvm child = ChildJvm.run(List.of(FORBID), AgentProbe.class);

    assertThat(child.err()).isEmpty();
    assertThat(child.out())
        .startsWith("refused\nthis JVM does not accept an agent: Dynamic agent loading is not")
        .endsWith(REMEDY);
  }

  @Test
  void sentenceOfTheJvmEndsWithoutAFullStop() {
    AgentAccess.Refused refused =
        new AgentAccess.Refused("loading is not enabled. Use it to launch target VM.\n", "add it");

    assertThat(refused.reason()).isEqualTo("loading is not enabled. Use it to launch target VM");
    assertThat(AgentAccess.clause("in jdk-17.0.15")).isEqualTo("in jdk-17.0.15");
  }

  @Test
  void refusalNamesTheModulesToAdd() {
    ChildJvm child = ChildJvm.run(List.of("--limit-modules=java.instrument"), AgentProbe.class);

    assertThat(child.err()).isEmpty();
    assertThat(child.out())
        .startsWith("refused\nthis Java runtime lacks classes of an agent: java.lang.NoClassDef")
        .endsWith("add java.instrument, jdk.management and jdk.jfr to the modules of the runtime");
  }

  @Test
  void refusalNamesTheRemedyForAnUnwritableTemporaryFolder() {
    Path nowhere = folder.resolve("nowhere");

    ChildJvm child = ChildJvm.run(List.of("-Djava.io.tmpdir=" + nowhere), AgentProbe.class);

    assertThat(child.out())
        .startsWith("refused\nno agent can be written to the temporary folder: ")
        .contains(nowhere.toString())
        .endsWith(
            "\nlet java.io.tmpdir name a folder that can be written to,"
                + " or add -javaagent: and the jar tare-junit-jupiter");
  }

  @Test
  void allThreadsAndCopiesShareOneAgent() {
    ChildJvm child =
        ChildJvm.run(
            List.of(ALLOW),
            TwoCopiesProbe.class,
            ChildJvm.home(Agent.class) + "/",
            ChildJvm.home(ClassFile.class).toString(),
            ChildJvm.home(Nullable.class).toString());

    assertThat(child).isEqualTo(new ChildJvm(0, "true 1", ""));
  }

  @Test
  void copyInAnotherClassLoaderUsesTheCommandLineAgent() throws IOException {
    Path jar = TareJar.in(folder);

    ChildJvm child =
        ChildJvm.run(
            List.of(FORBID, "-javaagent:" + jar),
            TwoCopiesProbe.class,
            jar.toString(),
            ChildJvm.home(ClassFile.class).toString(),
            ChildJvm.home(Nullable.class).toString());

    assertThat(child).isEqualTo(new ChildJvm(0, "true 1", ""));
  }

  @Test
  void agentLoadsForANamedModule() throws IOException {
    ChildJvm child = ChildJvm.start(asModule(ALLOW));

    assertThat(child).isEqualTo(new ChildJvm(0, GRANTED, ""));
  }

  @Test
  void namedModuleUsesTheCommandLineAgent() throws IOException {
    List<String> line =
        Stream.concat(Stream.of(FORBID, "-javaagent:" + TareJar.in(folder)), asModule().stream())
            .toList();

    ChildJvm child = ChildJvm.start(line);

    assertThat(child).isEqualTo(new ChildJvm(0, GRANTED, ""));
  }

  @Test
  void oneThreadPreparesTheAgentAndAnotherLoadsIt() {
    ChildJvm child =
        ChildJvm.run(
            List.of(ALLOW, "-Djava.io.tmpdir=" + folder), PreparedProbe.class, folder.toString());

    assertThat(child).isEqualTo(new ChildJvm(0, "0 " + GRANTED, ""));
  }

  private List<String> asModule(String... options) throws IOException {
    Pattern required = Pattern.compile("(gson|commons|javassist|junit|opentest4j|jspecify)-.*");
    Stream<String> modules =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(path -> required.matcher(Path.of(path).getFileName().toString()).matches());
    String modulePath =
        Stream.concat(Stream.of(TareJar.in(folder).toString()), modules)
            .collect(Collectors.joining(File.pathSeparator));
    String patch = "dev.tare=" + ChildJvm.home(AgentProbe.class);
    String main = "dev.tare/" + AgentProbe.class.getName();
    return Stream.concat(
            Stream.of(options), Stream.of("-p", modulePath, "--patch-module", patch, "-m", main))
        .toList();
  }
}
