package dev.tare;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.lang.EvaluationResult;
import dev.tare.testing.SameOnEveryJdk;
import dev.tare.unit.Quantity;
import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.util.CheckReturnValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks the architecture rules on the library and on fixtures that break them. Its instance holds
 * the imported classes: static fields would keep them for all later tests of the JVM.
 */
@SameOnEveryJdk
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ArchitectureTests {

  private static final String FIXTURES = "dev.tare.broken";

  private final JavaClasses library =
      new ClassFileImporter()
          .importLocations(
              Set.of(
                  Location.of(Quantity.class.getProtectionDomain().getCodeSource().getLocation())));

  private final JavaClasses broken = new ClassFileImporter().importPackages(FIXTURES);

  @ParameterizedTest
  @EnumSource
  void ruleHoldsInTheLibrary(ArchitectureRule rule) {
    rule.below("dev.tare").check(library);
  }

  @ParameterizedTest
  @EnumSource
  void ruleFindsItsBrokenFixtures(ArchitectureRule rule) {
    EvaluationResult found = rule.below(FIXTURES).evaluate(broken);

    List<String> details = found.getFailureReport().getDetails();
    assertThat(rule.broken())
        .isNotEmpty()
        .allSatisfy(
            fixture ->
                assertThat(details).anyMatch(line -> line.contains(FIXTURES + "." + fixture)));
  }

  @ParameterizedTest
  @EnumSource
  void ruleAcceptsFixturesThatKeepIt(ArchitectureRule rule) {
    EvaluationResult found = rule.below(FIXTURES).evaluate(broken);

    assertThat(found.getFailureReport().getDetails()).noneMatch(line -> line.contains("KeepsAll"));
  }

  /** Nested types too: most are imported, and then stand without the name of the outer one. */
  @Test
  void simpleNamesAreUnique() {
    Map<String, Long> names =
        library.stream()
            .filter(type -> !type.isAnonymousClass())
            .map(JavaClass::getSimpleName)
            .filter(name -> !name.equals("package-info"))
            .collect(groupingBy(identity(), counting()));

    assertThat(names)
        .containsKeys("Measurement", "Observed")
        .allSatisfy((name, times) -> assertThat(times).isEqualTo(1));
  }

  /** Tests, examples and benchmarks may not share a name with the library or each other. */
  @ParameterizedTest
  @ValueSource(strings = {"extension/src", "examples/src", "benchmarks/src"})
  void fileNamesAreUniqueInTheRepository(String folder) throws IOException {
    Map<String, List<Path>> named = new HashMap<>();
    for (Path file : sources("extension/src", "examples/src", "benchmarks/src")) {
      named.computeIfAbsent(file.getFileName().toString(), name -> new ArrayList<>()).add(file);
    }

    assertThat(sources(folder))
        .isNotEmpty()
        .allSatisfy(file -> assertThat(named.get(file.getFileName().toString())).hasSize(1));
  }

  private static List<Path> sources(String... folders) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String folder : folders) {
      Path root =
          Path.of(System.getProperty("basedir", "."))
              .toAbsolutePath()
              .normalize()
              .resolveSibling(folder);
      try (Stream<Path> found = Files.walk(root)) {
        found.filter(ArchitectureTests::isNamed).forEach(files::add);
      }
    }
    return files;
  }

  private static boolean isNamed(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".java")
        && !name.endsWith("-info.java")
        && !file.toString().replace(File.separatorChar, '.').contains(FIXTURES);
  }

  @Test
  void assertionsThatVerifyNothingYetAreMarked() {
    List<JavaMethod> methods =
        library.stream()
            .filter(type -> type.getPackageName().equals("dev.tare.assertj"))
            .flatMap(type -> type.getMethods().stream())
            .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC))
            .filter(method -> method.getName().matches("assertThat(Calling|GraphOf)"))
            .toList();

    assertThat(methods)
        .hasSizeGreaterThan(10)
        .allMatch(
            method ->
                method.isAnnotatedWith(CheckReturnValue.class)
                    || method.getOwner().isAnnotatedWith(CheckReturnValue.class));
  }

  /** Rules on published types select packages by their names. */
  @Test
  void publishedPackagesAreTheExportedOnes() throws URISyntaxException {
    Path classes =
        Path.of(Quantity.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    ModuleDescriptor module = ModuleFinder.of(classes).find("dev.tare").orElseThrow().descriptor();
    ArchitectureRules rules = new ArchitectureRules(new Floors("dev.tare"));

    assertThat(library.stream().filter(rules::published).map(JavaClass::getPackageName))
        .containsOnly(PublishedApi.exported(module).toArray(String[]::new));
  }

  @Test
  void importedClassesAreThoseOfTheLibrary() {
    assertThat(library).hasSizeGreaterThan(20);
    assertThat(library).noneMatch(type -> type.getName().endsWith("Tests"));
  }
}
