package dev.tare.internal.timing;

import dev.tare.internal.call.TestBody;

/**
 * One of the methods that are timed.
 *
 * @param name as people know it: {@code lookup()}
 * @param body the method
 */
public record Arm(String name, TestBody body) {}
