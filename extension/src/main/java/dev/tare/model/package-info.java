/**
 * Budgets, measurements, verdicts and reports, as records and sealed types.
 *
 * <p>All types are immutable. Judging compares numbers; nothing here measures or prints. Imports
 * {@code unit} and the JDK only.
 */
@NullMarked
package dev.tare.model;

import org.jspecify.annotations.NullMarked;
