package dev.tare.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Marks tests that weave classes or walk the whole heap, and long ones that no compiler matters to:
 * they run in a JVM with few classes and without the optimizing compiler, where they are several
 * times as fast.
 */
@Tag("weaves-or-walks")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface WeavesOrWalks {}
