package dev.tare.heap;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;

/**
 * Marks a field or type that does not belong to the values that refer to it, so that its objects
 * are not included in their size: a back reference to an owner, a shared pool, a logger.
 *
 * <ul>
 *   <li>On a field, the reference is not followed. Its target counts only if another path leads
 *       there.
 *   <li>On a type, objects of the type and its subtypes are neither counted nor followed, unless
 *       one is the value itself.
 *   <li>A {@link Footprint} names the marked fields and types it reached.
 *   <li>The annotation has no effect on primitive and static fields.
 * </ul>
 *
 * <pre>{@code
 * final class Page {
 *   @NotFollowed private final Book book;
 *   private final String text;
 * }
 * }</pre>
 *
 * <p>Any annotation with this simple name and runtime retention has the same effect. Production
 * code that should not depend on Tare, or a module that does not require JUnit, declares its own.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.TYPE})
public @interface NotFollowed {}
