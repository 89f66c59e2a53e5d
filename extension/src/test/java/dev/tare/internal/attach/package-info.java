@org.jspecify.annotations.NullMarked
package dev.tare.internal.attach;
