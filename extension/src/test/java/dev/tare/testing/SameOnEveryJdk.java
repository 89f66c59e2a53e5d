package dev.tare.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Marks tests of code that does the same on every JDK: it computes, reads source and class files,
 * parses or renders text, or has simulated clocks and bodies. The gate runs them on one JDK. Tests
 * of sizes, bytes, weaving, collections, compilers, times or modules depend on the JDK.
 */
@Tag("same-on-every-jdk")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface SameOnEveryJdk {}
