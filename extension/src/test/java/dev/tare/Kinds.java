package dev.tare;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;

/** What kind of type a class is, where ArchUnit does not say. */
final class Kinds {

  private Kinds() {}

  /**
   * What a slice or the engine may publish: an annotation, an enum of its attributes, a parameter
   * type, an AssertJ class, and the engine that the service loader makes.
   */
  static boolean publishable(JavaClass type) {
    return type.isAnnotation()
        || type.isEnum()
        || type.getSimpleName().equals("TareAssertions")
        || type.isAssignableTo("dev.tare.extension.HandedOver")
        || type.isAssignableTo("org.assertj.core.api.Assert")
        || type.isAssignableTo("org.junit.platform.engine.TestEngine")
        || type.isAssignableTo("org.junit.platform.launcher.TestExecutionListener");
  }

  /** Whether its instances are a closed set of values; a package descriptor has none. */
  static boolean value(JavaClass type) {
    return type.isRecord() || type.isEnum() || descriptor(type) || type.reflect().isSealed();
  }

  /** Whether it can be instantiated and its instances have a class of their own. */
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
