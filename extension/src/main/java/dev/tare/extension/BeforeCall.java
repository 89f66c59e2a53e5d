package dev.tare.extension;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;

/**
 * The method is called before each call of a measured body, and not measured with it: it prepares
 * the input of a body that uses its input up, such as one that sorts an array in place.
 *
 * <p>It follows the rules of {@code @BeforeEach}: not private, not static, it returns nothing;
 * those of superclasses and of the classes around come first, one that is overridden is called only
 * if it is annotated again. It takes no parameters, or those of the test, which a dynamic one does
 * not have. It prepares the tests of its class that carry {@link dev.tare.benchmark.Benchmarked},
 * their baselines too; any other annotation of Tare's on a test of the class or a parameter is
 * refused, since its calls would not be prepared; a field is weighed after them.
 *
 * <p>What it costs: each call is timed by itself, so that a reading of the clock, 20 to 80 ns, is
 * in each time, and bodies of less than some microseconds are judged less sharply. The report says
 * how much. CPU time can be read for calls of 100 us and more only; shorter ones are judged by real
 * time, which does not tell where {@code clock = CPU} was asked for and a limit is exceeded or
 * another method is compared. A profile of a failure leaves the preparation out; the less of the
 * time is the body's, the fewer samples it has. Tests that need no preparation belong in another
 * class.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface BeforeCall {}
