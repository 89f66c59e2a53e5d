package dev.tare.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import dev.tare.allocation.MaxAllocatedBytes;
import javassist.CtClass;
import org.junit.jupiter.api.Test;

/** A project keeps its own versions of the libraries that Tare's jar contains. */
class OtherVersionsTests {

  @Test
  void projectHasItsOwnJavassist() {
    assertThat(CtClass.version).isEqualTo(System.getProperty("javassist.expected"));
  }

  @Test
  void projectHasItsOwnGson() {
    assertThat(location(Gson.class))
        .endsWith("gson-" + System.getProperty("gson.expected") + ".jar");
  }

  @MaxAllocatedBytes("64 B")
  Object measuredBesideThem() {
    return new long[4];
  }

  private static String location(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation().getPath();
  }
}
