/**
 * Weights: figures of tests that are kept in the repository and that later runs are compared with.
 *
 * <p>Imports {@code extension}, lower floors and the JUnit API only.
 */
@NullMarked
package dev.tare.internal.weight;

import org.jspecify.annotations.NullMarked;
