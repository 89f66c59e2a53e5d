package dev.tare.extension;

import dev.tare.internal.jupiter.TareExtension;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Registers Tare before the extensions of the annotations that follow it, such as
 * {@code @QuarkusTest}, so that Tare calls a measured test itself. It promises nothing.
 *
 * <pre>{@code
 * @MeasuresFirst
 * @QuarkusTest
 * class PriceTests { … }
 * }</pre>
 *
 * <p>Needed if another extension calls the test method in place of JUnit: otherwise Tare never
 * receives the call, and the test is unmeasured. The other extension does not intercept the calls
 * of measured tests then.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@ExtendWith(TareExtension.class)
@SuppressWarnings("exports") // only JUnit creates the extension
public @interface MeasuresFirst {}
