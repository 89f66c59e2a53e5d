@org.jspecify.annotations.NullMarked
package dev.tare.invocations;
