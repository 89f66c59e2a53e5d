package dev.tare.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Marks tests that weave the JDK or collect the whole heap many times: each class runs in a JVM of
 * its own, since it takes several times as long after others.
 */
@Tag("slow-after-others")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface SlowAfterOthers {}
