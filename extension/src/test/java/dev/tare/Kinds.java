package dev.tare;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;

/** Predicates on kinds of types that ArchUnit lacks. */
final class Kinds {

  private Kinds() {}

  /**
   * Returns whether a slice or the engine may publish the type: an annotation, an enum of its
   * attributes, a parameter type, what creates metrics without annotations, or an engine, listener
   * or extension that the service loader creates.
   */
  static boolean publishable(JavaClass type) {
    return type.isAnnotation()
        || type.isEnum()
        || type.getSimpleName().endsWith("Metrics")
        || type.isAssignableTo("dev.tare.extension.ValueHolder")
        || type.isAssignableTo("org.junit.platform.engine.TestEngine")
        || type.isAssignableTo("org.junit.platform.launcher.LauncherDiscoveryListener")
        || type.isAssignableTo("org.junit.platform.launcher.TestExecutionListener")
        || type.isAssignableTo("org.junit.jupiter.api.extension.InvocationInterceptor");
  }

  /** Returns whether AssertJ creates subclasses of the type. */
  static boolean proxied(JavaClass type) {
    return type.isAssignableTo("org.assertj.core.api.Assert")
        || type.isAssignableTo("org.assertj.core.api.SoftAssertionsProvider");
  }

  /**
   * Returns whether the type is a record, an enum or sealed; a package descriptor has no instances.
   */
  static boolean value(JavaClass type) {
    return type.isRecord() || type.isEnum() || descriptor(type) || type.reflect().isSealed();
  }

  /** Returns whether the type is a concrete named class. */
  static boolean concrete(JavaClass type) {
    return !type.isInterface()
        && !type.isEnum()
        && !type.isAnonymousClass()
        && !type.getModifiers().contains(JavaModifier.ABSTRACT)
        && !type.getModifiers().contains(JavaModifier.SYNTHETIC)
        && !type.reflect().isSealed();
  }

  private static boolean descriptor(JavaClass type) {
    return type.getSimpleName().equals("package-info");
  }
}
