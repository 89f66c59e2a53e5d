package dev.tare.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.extension.MeasuredBy;
import dev.tare.extension.TareConfigurationException;
import dev.tare.testing.WeavesOrWalks;
import io.quarkus.test.junit.QuarkusTest;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.stream.Stream;
import junit.framework.TestCase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spockframework.runtime.model.FeatureMetadata;

/**
 * Checks test classes that a framework loads again, with a copy of Tare, in a class loader of its
 * own, as {@code @QuarkusTest} and {@code @QuarkusComponentTest} do.
 */
@WeavesOrWalks
class ReloadedClassTests {

  /** One for all tests, since it loads Tare again. */
  private static final ReloadingLoader RELOADING = new ReloadingLoader();

  @Test
  void testsOfBothEnginesAreJudged() {
    Class<?> reloaded = reload(ReloadedTestCases.class);

    ExecutedTests tare = ExecutedTests.tare(reloaded);
    ExecutedTests jupiter = ExecutedTests.jupiter(reloaded);

    assertThat(tare.succeeded()).containsExactly("allocatesNothing");
    assertThat(tare.failure("copies"))
        .hasMessageContaining("ReloadedTestCases.copies() 32 B exceed");
    assertThat(jupiter.succeeded()).containsExactly("allocatesNothingInJupiter");
    assertThat(jupiter.failure("copiesInJupiter")).hasMessageContaining("32 B exceed 0 B");
  }

  @Test
  void testsOfTaresEngineAreRefusedInQuarkusTests() {
    Class<?> reloaded = reload(QuarkusTestCases.class);

    assertThat(ExecutedTests.tare(reloaded).failure("allocatesNothing"))
        .hasMessageContaining(
            "Tare cannot run it beside io.quarkus.test.junit.QuarkusTest of another engine");
    assertThat(ExecutedTests.jupiter(reloaded).succeeded()).containsExactly("runs");
  }

  @Test
  void featureOfSpockIsRefused() {
    assertThat(ExecutedTests.tare(SpockTestCases.class).failure("feature"))
        .hasMessageContaining("beside org.spockframework.runtime.model.FeatureMetadata of another")
        .satisfies(
            failure -> assertThat(failure.getStackTrace()[0].getMethodName()).isEqualTo("feature"));
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        OldestTestCases.class,
        TestNgTestCases.class,
        InheritingTestCases.class,
        MixedTestCases.class
      })
  void methodInAClassThatAnotherEngineRunsIsRefused(Class<?> testClass) {
    ExecutedTests tests = ExecutedTests.tare(testClass);

    assertThat(tests.succeeded()).isEmpty();
    assertThat(tests.failed()).hasSize(1);
    assertThat(tests.failure(tests.failed().get(0)))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessageContaining("%s.", testClass.getSimpleName())
        .hasMessageContaining("Tare cannot run it beside");
  }

  static class OldestTestCases extends TestCase {
    @MaxAllocatedBytes("0 B")
    public void testAllocatesNothing() {}
  }

  @org.testng.annotations.Test
  static class TestNgTestCases {
    @MaxAllocatedBytes("0 B")
    public void allocatesNothing() {}
  }

  static class InheritingTestCases extends TestNgTestCases {}

  static class MixedTestCases {
    @FeatureMetadata
    void feature() {}

    @MaxAllocatedBytes("0 B")
    void allocatesNothing() {}
  }

  static class SpockTestCases {
    @FeatureMetadata
    @MaxAllocatedBytes("0 B")
    void feature() {}
  }

  static class ReloadedTestCases {

    private final int[] prices = {1, 2, 3};

    @MaxAllocatedBytes("0 B")
    int allocatesNothing() {
      return prices[0];
    }

    @MaxAllocatedBytes("0 B")
    int[] copies() {
      return prices.clone();
    }

    @Test
    @MaxAllocatedBytes("0 B")
    void allocatesNothingInJupiter() {
      allocatesNothing();
    }

    @Test
    @MaxAllocatedBytes("0 B")
    void copiesInJupiter() {
      copies();
    }
  }

  @QuarkusTest
  static class QuarkusTestCases {

    @MaxAllocatedBytes("0 B")
    int allocatesNothing() {
      return 1;
    }

    @Test
    void runs() {}
  }

  private static Class<?> reload(Class<?> type) {
    try {
      Class<?> reloaded = RELOADING.loadClass(type.getName());
      assertThat(reloaded.getClassLoader().loadClass(MeasuredBy.class.getName()))
          .isNotSameAs(MeasuredBy.class);
      return reloaded;
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Loads all classes itself, except those of the JDK, JUnit and JaCoCo. */
  private static final class ReloadingLoader extends URLClassLoader {

    ReloadingLoader() {
      super(classPath(), ReloadedClassTests.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) {
          return loaded;
        }
        return Stream.of(
                    "java",
                    "jdk.",
                    "sun.",
                    "com.sun.",
                    "org.junit.",
                    "org.opentest4j.",
                    "org.jacoco.")
                .anyMatch(name::startsWith)
            ? super.loadClass(name, resolve)
            : findClass(name);
      }
    }

    private static URL[] classPath() {
      return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
          .map(
              element -> {
                try {
                  return Path.of(element).toUri().toURL();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              })
          .toArray(URL[]::new);
    }
  }
}
