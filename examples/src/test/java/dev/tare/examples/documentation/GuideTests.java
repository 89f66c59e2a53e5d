package dev.tare.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tare.Weighed;
import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.allocation.MaxAllocations;
import dev.tare.allocation.NoAllocation;
import dev.tare.benchmark.BeforeCall;
import dev.tare.benchmark.Benchmarked;
import dev.tare.growth.Growth;
import dev.tare.heap.NotFollowed;
import dev.tare.invocations.MaxInvocations;
import dev.tare.retained.MaxInstances;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.survival.MaxPromotedBytes;
import dev.tare.survival.MaxSurvivingBytes;
import dev.tare.survival.MaxSurvivors;
import dev.tare.survival.MustBeCollected;
import dev.tare.survival.NoSurvivors;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The guide lists what the annotations have. */
class GuideTests {

  private static final Repository REPOSITORY = Repository.here();

  @ParameterizedTest
  @MethodSource("annotations")
  void pageHasARowForEveryAttribute(Class<?> annotation, String page) {
    String text = text(page);

    assertThat(attributes(annotation))
        .allSatisfy(
            attribute ->
                assertThat(text)
                    .containsPattern(
                        Pattern.compile(
                            "^\\|(?: `\\w+`,)* `" + attribute + "`[ ,]", Pattern.MULTILINE)));
  }

  @ParameterizedTest
  @MethodSource("annotations")
  void pageNamesThePackageToImport(Class<?> annotation, String page) {
    assertThat(text(page))
        .contains("`@" + annotation.getSimpleName())
        .contains("`" + annotation.getPackageName() + "`");
  }

  @Test
  void guideHasAtMost15000Words() {
    assertThat(REPOSITORY.below("docs/guide").filter(path -> path.endsWith(".md")))
        .flatMap(path -> List.of(REPOSITORY.text(path).orElseThrow().strip().split("\\s+")))
        .hasSizeBetween(10_000, 15_000);
  }

  static Stream<Arguments> annotations() {
    return Stream.of(
        arguments(MaxRetainedSize.class, "retained-size"),
        arguments(MaxInstances.class, "retained-size"),
        arguments(NotFollowed.class, "retained-size"),
        arguments(MaxAllocatedBytes.class, "allocation"),
        arguments(MaxAllocations.class, "allocation"),
        arguments(NoAllocation.class, "allocation"),
        arguments(Benchmarked.class, "benchmarks"),
        arguments(BeforeCall.class, "benchmarks"),
        arguments(Growth.class, "growth"),
        arguments(MaxInvocations.class, "invocations"),
        arguments(MustBeCollected.class, "survival"),
        arguments(MaxPromotedBytes.class, "promotion"),
        arguments(MaxSurvivingBytes.class, "surviving-bytes"),
        arguments(MaxSurvivors.class, "surviving-bytes"),
        arguments(NoSurvivors.class, "surviving-bytes"),
        arguments(Weighed.class, "weights"));
  }

  private static List<String> attributes(Class<?> annotation) {
    return Stream.of(annotation.getDeclaredMethods())
        .filter(method -> Modifier.isAbstract(method.getModifiers()))
        .map(Method::getName)
        .toList();
  }

  private static String text(String page) {
    return REPOSITORY.text("docs/guide/" + page + ".md").orElseThrow();
  }
}
