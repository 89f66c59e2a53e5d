package dev.tare.growth;

import dev.tare.extension.Subject;
import dev.tare.internal.jupiter.AnnotationPresence;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestTemplate;
import org.junit.platform.commons.support.AnnotationSupport;

/** Checks that a method can be called with sizes. Each exception's message has an example. */
record SizedMethodRules(GrowthOptions options, Subject.Site site) {

  private static final int MIN_SIZES = 3;

  private static final String EXAMPLE = "for example sizes = {1_000, 2_000, 4_000, 8_000}";

  /**
   * Returns the index of the parameter that takes the size.
   *
   * @throws IllegalArgumentException if the annotation does not fit the method
   */
  int check() {
    checkSizes(options.sizes());
    checkCosts();
    Method method = site.method();
    if (site.ofTest()) {
      checkArguments(method);
    }
    int[] sizes =
        IntStream.range(0, method.getParameterCount())
            .filter(i -> method.getParameterTypes()[i] == int.class)
            .toArray();
    if (sizes.length != 1) {
      throw new IllegalArgumentException(
          "the method takes %s int; let one parameter take the size, for example \"%s %s(int n)\""
              .formatted(
                  sizes.length == 0 ? "no" : "more than one",
                  method.getReturnType().getSimpleName(),
                  method.getName()));
    }
    return sizes[0];
  }

  private static void checkArguments(Method method) {
    if (AnnotationSupport.isAnnotated(method, TestFactory.class)) {
      throw new IllegalArgumentException(
          "@TestFactory: the tests that it returns take no size; remove it and let the method do"
              + " the work, for example \"@Growth(…) void %s(int n)\"".formatted(method.getName()));
    }
    if (AnnotationSupport.isAnnotated(method, TestTemplate.class)
        || AnnotationPresence.takesArguments(method)) {
      throw new IllegalArgumentException(
          "sizes are the arguments of the test; take the source of arguments away, for example"
              + " \"@Growth(…) void %s(int n)\"".formatted(method.getName()));
    }
  }

  private static void checkSizes(List<Integer> sizes) {
    String text = sizes.toString().replace('[', '{').replace(']', '}');
    if (sizes.size() < MIN_SIZES) {
      throw refused(text, "at least three sizes are needed to estimate how a cost grows");
    }
    for (int i = 0; i < sizes.size(); i++) {
      if (sizes.get(i) < 1 || (i > 0 && sizes.get(i) <= sizes.get(i - 1))) {
        throw refused(text, "sizes increase and are more than 0");
      }
    }
    if (sizes.get(sizes.size() - 1) < (long) GrowthExponent.MIN_SPAN * sizes.get(0)) {
      throw refused(text, "the last must be at least eight times the first");
    }
  }

  private static IllegalArgumentException refused(String sizes, String reason) {
    return new IllegalArgumentException("sizes = %s: %s, %s".formatted(sizes, reason, EXAMPLE));
  }

  private void checkCosts() {
    List<Cost> costs = options.costs();
    if (costs.isEmpty() || costs.size() != Set.copyOf(costs).size()) {
      throw new IllegalArgumentException(
          "of: name each cost once, for example of = {Cost.TIME, Cost.ALLOCATED}");
    }
    if (costs.contains(Cost.TIME)) {
      checkTime();
    } else {
      checkUnset("warmupTime", options.warmupTime());
      checkUnset("measurementTime", options.measurementTime());
    }
    Class<?> returned = site.method().getReturnType();
    if (costs.contains(Cost.RETAINED) && returned.isPrimitive()) {
      throw new IllegalArgumentException(
          "of = RETAINED: the method returns %s, which retains nothing; return an object, for"
                  .formatted(returned)
              + " example \"List<String> %s(int n)\"".formatted(site.method().getName()));
    }
  }

  private void checkTime() {
    if (options.atMost() == GrowthOrder.CONSTANT) {
      throw new IllegalArgumentException(
          "atMost = CONSTANT: time cannot be shown to be constant; use SUBLINEAR, or bytes,"
              + " for example of = Cost.ALLOCATED");
    }
  }

  private void checkUnset(String attribute, String cap) {
    if (!cap.isEmpty()) {
      throw new IllegalArgumentException(
          "%s = \"%s\": it is for time only; leave it out or limit the time too, for example"
                  .formatted(attribute, cap)
              + " of = {Cost.TIME, Cost.%s}".formatted(options.costs().get(0)));
    }
  }
}
