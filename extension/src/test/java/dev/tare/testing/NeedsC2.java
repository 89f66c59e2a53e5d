package dev.tare.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Marks tests that show what the optimizing compiler does, or judge times, which Tare refuses to do
 * without it: they run in a JVM that has it.
 */
@Tag("needs-c2")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface NeedsC2 {}
