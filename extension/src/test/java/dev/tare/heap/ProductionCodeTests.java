package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.ChildJvm;
import dev.tare.testing.WeavesOrWalks;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Production code that uses {@code dev.tare.heap}: JUnit is not on its class path. */
@WeavesOrWalks
class ProductionCodeTests {

  private static final Pattern DEPENDENCY =
      Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL);
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(.*?)</artifactId>");

  @TempDir Path folder;

  @Test
  void compilesWithoutWarning() throws IOException {
    assertThat(
            compile("package shop;\nclass Cart {\n  @dev.tare.heap.NotFollowed Object owner;\n}\n"))
        .isEmpty();
    assertThat(
            compile(
                """
                package shop;
                class Cart {
                  long size() {
                    return dev.tare.heap.ObjectGraph.open().sizeOf(this);
                  }
                }
                """))
        .isEmpty();
  }

  @Test
  void junitIsNotOnItsClassPath() throws IOException {
    assertThat(compile("package shop;\nclass Cart {\n  org.junit.jupiter.api.Test test;\n}\n"))
        .contains("package org.junit.jupiter.api does not exist");
  }

  private String compile(String source) throws IOException {
    Path file = Files.writeString(folder.resolve("Cart.java"), source);
    StringWriter printed = new StringWriter();
    PrintWriter out = new PrintWriter(printed);
    ToolProvider.findFirst("javac")
        .orElseThrow()
        .run(
            out,
            out,
            "-Xlint:all",
            "-Werror",
            "-d",
            folder.toString(),
            "-cp",
            classPath(),
            file.toString());
    return printed.toString();
  }

  /** Tare and the dependencies that Maven passes on to those who use it. */
  private static String classPath() throws IOException {
    List<String> artifacts =
        DEPENDENCY
            .matcher(Files.readString(Path.of("pom.xml")))
            .results()
            .map(dependency -> dependency.group(1))
            .filter(dependency -> !dependency.contains("<scope>"))
            .map(ProductionCodeTests::artifact)
            .toList();
    assertThat(artifacts).contains("gson", "jspecify");
    return Stream.concat(
            Stream.of(ChildJvm.home(ObjectGraph.class).toString()),
            Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> artifacts.stream().anyMatch(entry::contains)))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String artifact(String dependency) {
    return ARTIFACT.matcher(dependency).results().findFirst().orElseThrow().group(1);
  }
}
