package dev.tare.internal.jupiter;

import dev.tare.extension.PreparesCalls;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * The methods of a test class that prepare calls, such as {@code @BeforeCall} methods.
 *
 * @param inOrder the methods in call order: outermost instance first, superclasses first
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public record Preparations(List<Preparation> inOrder) {

  public Preparations {
    inOrder = List.copyOf(inOrder);
  }

  /** Finds the methods that prepare the calls of a class's tests. */
  static Preparations of(Class<?> testClass) {
    List<Preparation> found = new ArrayList<>();
    List<Class<?>> types = MeasuredAnnotations.withEnclosingClasses(testClass);
    for (int level = types.size() - 1; level >= 0; level--) {
      for (Method method :
          ReflectionSupport.findMethods(
              types.get(level),
              method -> AnnotationSupport.isAnnotated(method, PreparesCalls.class),
              HierarchyTraversalMode.TOP_DOWN)) {
        found.add(new Preparation(method, level));
      }
    }
    return new Preparations(found);
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
}
