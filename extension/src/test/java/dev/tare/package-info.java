/** Architecture tests, and the runner of test cases. */
@org.jspecify.annotations.NullMarked
package dev.tare;
