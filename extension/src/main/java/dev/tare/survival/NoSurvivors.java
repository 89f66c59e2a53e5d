package dev.tare.survival;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;
import org.junit.platform.commons.annotation.Testable;

/**
 * Requires that a call of the test leaves no object behind, like {@code @MaxSurvivingBytes("0 B")}.
 *
 * <pre>{@code
 * @NoSurvivors
 * void handlesOneRequest() {
 *   server.handle(REQUEST);
 * }
 * }</pre>
 *
 * <p>For attributes use {@link MaxSurvivingBytes}, for example {@code @MaxSurvivingBytes(value = "0
 * B", calls = 100)}. Another {@link MaxSurvivingBytes} on the same element is refused unless it
 * allows the same.
 *
 * <p>Guide: {@code docs/guide/surviving-bytes.md}.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@MaxSurvivingBytes("0 B")
@Testable
public @interface NoSurvivors {}
