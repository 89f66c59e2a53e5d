package dev.tare.growth;

import static dev.tare.internal.launch.Attributes.require;

import dev.tare.extension.Subject;
import dev.tare.internal.jupiter.SourceAnnotations;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestTemplate;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The attributes of {@link Growth}, which a body without an annotation has too. Its methods read
 * them and reject invalid ones; each exception's message has an example.
 */
record GrowthOptions(List<Integer> sizes, GrowthOrder atMost, List<Cost> costs) {

  private static final int MIN_SIZES = 3;

  private static final String EXAMPLE = "sizes = {1_000, 2_000, 4_000, 8_000}";

  static GrowthOptions of(Growth annotation) {
    return new GrowthOptions(
        Arrays.stream(annotation.sizes()).boxed().toList(),
        annotation.atMost(),
        List.of(annotation.of()));
  }

  /**
   * Returns the index of the parameter that takes the size.
   *
   * @throws IllegalArgumentException if the annotation does not fit the method
   */
  int checkedParameter(Subject.Site site) {
    checkSizes();
    checkCosts();
    Method method = site.method();
    require(
        !costs.contains(Cost.RETAINED) || !method.getReturnType().isPrimitive(),
        "of = RETAINED",
        "the method returns %s, which retains nothing; return an object"
            .formatted(method.getReturnType()),
        "\"List<String> %s(int n)\"".formatted(method.getName()));
    if (site.ofTest()) {
      checkArguments(method);
    }
    int[] ints =
        IntStream.range(0, method.getParameterCount())
            .filter(i -> method.getParameterTypes()[i] == int.class)
            .toArray();
    require(
        ints.length == 1,
        "the method takes " + (ints.length == 0 ? "no int" : "more than one int"),
        "let one parameter take the size",
        "\"%s %s(int n)\"".formatted(method.getReturnType().getSimpleName(), method.getName()));
    return ints[0];
  }

  private static void checkArguments(Method method) {
    require(
        !AnnotationSupport.isAnnotated(method, TestFactory.class)
            && !AnnotationSupport.isAnnotated(method, TestTemplate.class)
            && !SourceAnnotations.takesArguments(method),
        "sizes are the arguments of the test",
        "take the source of arguments away, and annotate no @TestFactory",
        "\"@Growth(…) void %s(int n)\"".formatted(method.getName()));
  }

  private void checkSizes() {
    String text = "sizes = " + sizes.toString().replace('[', '{').replace(']', '}');
    require(
        sizes.size() >= MIN_SIZES,
        text,
        "at least three sizes are needed to estimate how a cost grows",
        EXAMPLE);
    require(
        IntStream.range(0, sizes.size())
            .allMatch(i -> sizes.get(i) > (i == 0 ? 0 : sizes.get(i - 1))),
        text,
        "sizes increase and are more than 0",
        EXAMPLE);
    require(
        sizes.get(sizes.size() - 1) >= (long) GrowthExponent.MIN_SPAN * sizes.get(0),
        text,
        "the last must be at least eight times the first",
        EXAMPLE);
  }

  private void checkCosts() {
    require(
        !costs.isEmpty() && costs.size() == Set.copyOf(costs).size(),
        "of",
        "name each cost once",
        "of = {Cost.TIME, Cost.ALLOCATED}");
    require(
        !costs.contains(Cost.TIME) || atMost != GrowthOrder.CONSTANT,
        "atMost = CONSTANT",
        "time cannot be shown to be constant; use SUBLINEAR, or bytes",
        "of = Cost.ALLOCATED");
  }
}
