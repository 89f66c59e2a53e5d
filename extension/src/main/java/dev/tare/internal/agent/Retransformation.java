package dev.tare.internal.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Has the JVM transform classes that are loaded.
 *
 * <p>All at once where that goes, since each time costs a walk over all classes of the JVM; where
 * one of them cannot be transformed, those that can.
 *
 * @param refused takes each class that cannot be transformed
 */
public record Retransformation(Instrumentation instrumentation, Consumer<Class<?>> refused) {

  /** By the transformers that there are. */
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

  /** By the transformers that there are and by one more, which is there for these classes only. */
  public void apply(ClassFileTransformer transformer, List<Class<?>> types) {
    instrumentation.addTransformer(transformer, true);
    try {
      apply(types);
    } finally {
      instrumentation.removeTransformer(transformer);
    }
  }
}
