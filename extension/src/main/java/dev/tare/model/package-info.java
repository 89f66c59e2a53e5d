/**
 * What is said of a test: budgets, measurements, verdicts and reports, as records and sealed types.
 *
 * <p>Everything here is immutable and pure: judging compares numbers, nothing here observes or
 * prints. Imports {@code unit} and the JDK only.
 */
@NullMarked
package dev.tare.model;

import org.jspecify.annotations.NullMarked;
