package dev.tare.extension;

import dev.tare.internal.jupiter.TareExtension;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Makes an annotation a promise about a test: the metric named here reads it and measures.
 *
 * <p>It carries the JUnit extension, so an annotation that carries it needs nothing else, wherever
 * it stands: on a method, a class, a parameter, a field or another annotation.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.ANNOTATION_TYPE)
@ExtendWith(TareExtension.class)
@SuppressWarnings("exports") // JUnit creates the extension; nobody else should
public @interface MeasuredBy {

  /** The metric; it needs a constructor without parameters, which may be package-private. */
  Class<? extends Metric<?>> value();
}
