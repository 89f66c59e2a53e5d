/** Annotations of test classes that select the JVM and the JDK which the build runs them on. */
package dev.tare.testing;
