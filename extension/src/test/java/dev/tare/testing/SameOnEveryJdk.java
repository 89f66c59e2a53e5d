package dev.tare.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Marks tests of code that does the same on every JDK; the gate runs them on one. It reads source
 * and class files, has simulated clocks and bodies, or carries what was measured to keys, locks,
 * assertions, files and child JVMs, while other tests check the figures. Tests of sizes, bytes,
 * weaving, collections, compilers, times, modules and attaching depend on the JDK.
 */
@Tag("same-on-every-jdk")
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface SameOnEveryJdk {}
