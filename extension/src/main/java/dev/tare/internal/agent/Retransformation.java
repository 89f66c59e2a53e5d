package dev.tare.internal.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * Retransforms loaded classes.
 *
 * <p>All classes are retransformed at once, because each retransformation walks all classes of the
 * JVM. If this fails, each half is retransformed separately, until the refused classes are found.
 * Classes that cannot be linked come first, so that the JVM refuses them before it transforms
 * others.
 *
 * @param refused receives each class that cannot be transformed, except those whose static
 *     initializer failed: none of their methods can be called
 */
public record Retransformation(Instrumentation instrumentation, Consumer<Class<?>> refused) {

  /** End of the error on a class whose static initializer failed: JVMTI_ERROR_INVALID_CLASS. */
  private static final String FAILED_INITIALIZER = "invalid class";

  /** Retransforms the classes with the registered transformers. */
  public void apply(List<Class<?>> types) {
    if (types.isEmpty()) {
      return;
    }
    try {
      instrumentation.retransformClasses(types.toArray(Class<?>[]::new));
    } catch (UnmodifiableClassException | RuntimeException | LinkageError | InternalError e) {
      if (types.size() == 1) {
        if (!String.valueOf(e.getMessage()).endsWith(FAILED_INITIALIZER)) {
          refused.accept(types.get(0));
        }
        return;
      }
      List<Class<?>> sorted =
          types.stream().sorted(Comparator.comparing(Retransformation::isLinkable)).toList();
      int half = sorted.size() / 2;
      apply(sorted.subList(0, half));
      apply(sorted.subList(half, sorted.size()));
    }
  }

  /** Links a class, and returns false if it needs a class that is missing. */
  private static boolean isLinkable(Class<?> type) {
    try {
      return type.getDeclaredConstructors() != null;
    } catch (LinkageError | TypeNotPresentException e) {
      return false;
    }
  }

  /**
   * Retransforms the classes with the registered transformers and one more, which is removed
   * afterwards.
   */
  public void apply(ClassFileTransformer transformer, List<Class<?>> types) {
    instrumentation.addTransformer(transformer, true);
    try {
      apply(types);
    } finally {
      instrumentation.removeTransformer(transformer);
    }
  }
}
