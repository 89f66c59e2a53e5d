/**
 * Formats the verdicts of a run for other tools and for reviews, and reads them from verdicts
 * files.
 *
 * <p>Imports {@code internal.render}, lower floors and Gson's reader only.
 */
@NullMarked
package dev.tare.internal.render.export;

import org.jspecify.annotations.NullMarked;
