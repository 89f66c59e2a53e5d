package dev.tare.internal.agent.weave;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Retransforms loaded classes.
 *
 * <p>All classes are retransformed at once, because each retransformation walks all classes of the
 * JVM. If this fails, each half is retransformed separately, until the refused classes are found.
 * Classes that cannot be linked come first, so that the JVM refuses them before it transforms
 * others.
 */
public final class Retransformation implements ClassFileTransformer {

  /** End of the error on a class whose static initializer failed: JVMTI_ERROR_INVALID_CLASS. */
  private static final String FAILED_INITIALIZER = "invalid class";

  Retransformation() {}

  /**
   * Redefines the selected classes of those that are loaded with their own class files.
   *
   * @return the classes that the JVM refuses to redefine
   */
  public static List<Class<?>> redefine(
      Instrumentation instrumentation, Predicate<Class<?>> selected) {
    return apply(instrumentation, new Retransformation(), loaded(instrumentation, selected));
  }

  /**
   * Returns the class file itself, with the parameter names that the JVM leaves out, because
   * HotSpot then keeps that file as the original. Otherwise HotSpot generates a new file each time
   * and duplicates NaN constants, because they are unequal to themselves. After 16 times JDK 17
   * crashes.
   */
  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String internalName,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    try {
      return redefined == null ? null : ClassFiles.restoreNames(bytes, loader);
    } catch (IOException | RuntimeException e) {
      return bytes;
    }
  }

  /** Returns the selected classes of those that are loaded and can be transformed. */
  public static List<Class<?>> loaded(
      Instrumentation instrumentation, Predicate<Class<?>> selected) {
    return Stream.<Class<?>>of(instrumentation.getAllLoadedClasses())
        .filter(selected)
        .filter(instrumentation::isModifiableClass)
        .toList();
  }

  /**
   * Retransforms classes with the registered transformers.
   *
   * @return the classes that the JVM refuses to transform
   */
  public static List<Class<?>> apply(Instrumentation instrumentation, List<Class<?>> types) {
    if (types.isEmpty()) {
      return List.of();
    }
    try {
      instrumentation.retransformClasses(types.toArray(Class<?>[]::new));
      return List.of();
    } catch (UnmodifiableClassException | RuntimeException | LinkageError | InternalError e) {
      if (types.size() == 1) {
        boolean isInitialized = !String.valueOf(e.getMessage()).endsWith(FAILED_INITIALIZER);
        return isInitialized ? types : List.of();
      }
      List<Class<?>> sorted =
          types.stream().sorted(Comparator.comparing(Retransformation::isLinkable)).toList();
      int half = sorted.size() / 2;
      List<Class<?>> refused = new ArrayList<>(apply(instrumentation, sorted.subList(0, half)));
      refused.addAll(apply(instrumentation, sorted.subList(half, sorted.size())));
      return refused;
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
   * Retransforms classes with the registered transformers and one more, which is removed
   * afterwards.
   *
   * @return the classes that the JVM refuses to transform
   */
  public static List<Class<?>> apply(
      Instrumentation instrumentation, ClassFileTransformer transformer, List<Class<?>> types) {
    instrumentation.addTransformer(transformer, true);
    try {
      return apply(instrumentation, types);
    } finally {
      instrumentation.removeTransformer(transformer);
    }
  }
}
