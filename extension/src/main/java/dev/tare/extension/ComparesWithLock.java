package dev.tare.extension;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;

/**
 * Marks an annotation, such as {@code @Weighed}, whose tests are compared with the weights in a
 * lock. The measured annotations on the marked annotation apply to tests that have no other.
 */
@Target(ElementType.ANNOTATION_TYPE)
@Retention(RetentionPolicy.RUNTIME)
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public @interface ComparesWithLock {}
