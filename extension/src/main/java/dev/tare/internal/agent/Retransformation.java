package dev.tare.internal.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Retransforms loaded classes.
 *
 * <p>All classes are retransformed at once, because each retransformation walks all classes of the
 * JVM. If this fails, each half is retransformed separately, until the refused classes are found.
 *
 * @param refused receives each class that cannot be transformed
 */
public record Retransformation(Instrumentation instrumentation, Consumer<Class<?>> refused) {

  /** Retransforms the classes with the registered transformers. */
  public void apply(List<Class<?>> types) {
    if (types.isEmpty()) {
      return;
    }
    try {
      instrumentation.retransformClasses(types.toArray(Class<?>[]::new));
    } catch (UnmodifiableClassException | RuntimeException | LinkageError | InternalError e) {
      if (types.size() == 1) {
        refused.accept(types.get(0));
        return;
      }
      int half = types.size() / 2;
      apply(types.subList(0, half));
      apply(types.subList(half, types.size()));
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
