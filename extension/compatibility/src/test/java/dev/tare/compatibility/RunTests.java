package dev.tare.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.extension.MeasuredBy;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** That this run is the one its module promises: which JUnit, and which path. */
class RunTests {

  @Test
  void runsOnTheJUnitThatTheModuleNames() {
    assertThat(Test.class.getProtectionDomain().getCodeSource().getLocation().getPath())
        .endsWith("junit-jupiter-api-" + System.getProperty("junit.expected") + ".jar");
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
