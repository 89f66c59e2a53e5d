package dev.tare.extension;

import dev.tare.internal.jupiter.TareExtension;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks an annotation as a promise about a test that the named metric reads and measures.
 *
 * <p>It registers the JUnit extension, so the marked annotation needs nothing else on a method, a
 * class, a parameter or another annotation.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.ANNOTATION_TYPE)
@ExtendWith(TareExtension.class)
@SuppressWarnings("exports") // only JUnit creates the extension
public @interface MeasuredBy {

  /**
   * The metric; its static method {@code of}, which takes the annotation, may be package-private.
   */
  Class<? extends Metric> value();

  /**
   * Marks the attributes that distinguish several annotations of one repeatable type on a test.
   * Among annotations in which these attributes are equal, the nearest applies; two equally near
   * ones are refused as a contradiction.
   */
  @Documented
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.METHOD)
  @interface Key {}
}
