/**
 * Formats the verdicts of a folder as one page.
 *
 * <p>Imports {@code internal.render} and lower floors only.
 */
@NullMarked
package dev.tare.internal.render.export;

import org.jspecify.annotations.NullMarked;
