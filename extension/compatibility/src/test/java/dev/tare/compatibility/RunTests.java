package dev.tare.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.extension.MeasuredBy;
import java.util.Objects;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Checks that this run is the one its module names: which JUnit and AssertJ, and which path. */
class RunTests {

  @Test
  void runsOnTheJUnitThatTheModuleNames() {
    assertThat(Test.class.getProtectionDomain().getCodeSource().getLocation().getPath())
        .endsWith("junit-jupiter-api-" + System.getProperty("junit.expected") + ".jar");
  }

  @Test
  void runsOnTheAssertjThatTheModuleNames() {
    assertThat(Assertions.class.getProtectionDomain().getCodeSource().getLocation().getPath())
        .endsWith("assertj-core-" + System.getProperty("assertj.expected") + ".jar");
  }

  @Test
  void runsTheBuiltJar() {
    assertThat(MeasuredBy.class.getProtectionDomain().getCodeSource().getLocation().getPath())
        .contains("tare-junit-jupiter-")
        .endsWith(".jar");
  }

  @Test
  void runsFromThePathThatTheModuleNames() {
    boolean modules = Boolean.getBoolean("modules.used");

    assertThat(MeasuredBy.class.getModule().isNamed()).isEqualTo(modules);
    assertThat(RunTests.class.getModule().isNamed()).isEqualTo(modules);
    assertThat(Objects.requireNonNullElse(MeasuredBy.class.getModule().getName(), ""))
        .isEqualTo(modules ? "dev.tare" : "");
  }
}
