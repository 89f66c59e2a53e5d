/**
 * Formats the verdicts of a run for other tools and for reviews.
 *
 * <p>Imports {@code internal.render} and lower floors only.
 */
@NullMarked
package dev.tare.internal.render.export;

import org.jspecify.annotations.NullMarked;
