package dev.tare.internal.jupiter;

import dev.tare.extension.PreparesCalls;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.agent.KotlinNames;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A method with a {@link PreparesCalls} annotation.
 *
 * @param level the instance on which it is called: 0 is the test instance, 1 its enclosing
 *     instance, and so on
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public record Preparation(Method method, int level) {

  /**
   * Checks that the method can prepare the calls of the test.
   *
   * @throws TareConfigurationException if it cannot, with the reason and a valid example
   */
  void check(RealMethod real) {
    Method test = real.method();
    if ((method.getModifiers() & (Modifier.PRIVATE | Modifier.STATIC)) != 0) {
      throw refused("the method is private or static; leave that out");
    }
    if (!hasNoParameters() && real.isFactory()) {
      throw refused(
          "it takes parameters, and the dynamic tests of %s() have no arguments; leave them out"
              .formatted(test.getName()));
    }
    if (!hasNoParameters()
        && !Arrays.equals(method.getParameterTypes(), test.getParameterTypes())) {
      throw refused(
          "it takes other parameters than %s(); give it the same or none"
              .formatted(test.getName()));
    }
  }

  /** Returns the arguments of the method: those of the test, or none. */
  List<Object> arguments(List<Object> testArguments) {
    return hasNoParameters() ? List.of() : testArguments;
  }

  private boolean hasNoParameters() {
    return method.getParameterCount() == 0;
  }

  private TareConfigurationException refused(String reason) {
    return new TareConfigurationException(
        "%s on %s.%s(): %s, for example \"%s\""
            .formatted(
                annotation(),
                method.getDeclaringClass().getSimpleName(),
                method.getName(),
                reason,
                text()));
  }

  /** Returns the method as source text: {@code @BeforeCall void shuffle()}. */
  String text() {
    return "%s void %s()".formatted(annotation(), KotlinNames.sourceName(method));
  }

  /**
   * Returns the annotation that makes the element a preparation, as the source has it; empty if
   * there is none.
   */
  public static Optional<String> textOn(AnnotatedElement element) {
    return Stream.of(element.getAnnotations())
        .map(Annotation::annotationType)
        .filter(type -> AnnotationSupport.isAnnotated(type, PreparesCalls.class))
        .map(type -> "@" + type.getSimpleName())
        .findFirst();
  }

  private String annotation() {
    return textOn(method).orElseThrow();
  }
}
