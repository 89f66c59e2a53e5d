package shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.bytebuddy.ByteBuddy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hibernate and Mockito have the libraries of the project, and see none of Tare's. */
class LibrariesTests {

  @Test
  void byteBuddyIsOfTheProject() {
    assertThat(ByteBuddy.class.getProtectionDomain().getCodeSource().getLocation().getPath())
        .endsWith("/byte-buddy-" + System.getProperty("byte-buddy.expected") + ".jar");
  }

  @ParameterizedTest
  @ValueSource(strings = {"javassist.ClassPool", "com.google.gson.Gson"})
  void librariesInTheJarAreHidden(String library) {
    assertThatThrownBy(() -> Class.forName(library)).isInstanceOf(ClassNotFoundException.class);
  }
}
