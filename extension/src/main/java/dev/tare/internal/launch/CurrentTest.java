package dev.tare.internal.launch;

import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.apiguardian.api.API;

/**
 * A test that a thread runs.
 *
 * @param testClass finds the test class
 * @param method finds the test method
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public record CurrentTest(
    String uniqueId, Supplier<? extends Class<?>> testClass, Supplier<Method> method) {}
