package dev.tare.extension;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;

/**
 * Marks an annotation for methods that run before each call of a measured body and are not
 * measured, such as {@code @BeforeCall}.
 *
 * <p>A metric runs them as {@link Subject#preparations()} if it {@linkplain Metric#preparesCalls()
 * says so}. In a class with such a method, tests of other metrics are refused.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.ANNOTATION_TYPE)
public @interface PreparesCalls {}
