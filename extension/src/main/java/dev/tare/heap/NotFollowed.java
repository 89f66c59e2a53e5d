package dev.tare.heap;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;

/**
 * What it stands on does not belong to the values that refer to it, and is not weighed with them: a
 * back reference to an owner, a shared pool, a logger.
 *
 * <p>On a field, the reference in it is not followed; what it leads to counts only if another path
 * leads there. On a type, objects of the type and its subtypes are neither counted nor followed,
 * unless one of them is the value itself. Either is named in {@link Footprint} where it was met. A
 * field of a primitive type, a static field, and a field or type of the JDK's own are left as they
 * are.
 *
 * <pre>{@code
 * final class Page {
 *   @NotFollowed private final Book book;
 *   private final String text;
 * }
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.TYPE})
public @interface NotFollowed {}
