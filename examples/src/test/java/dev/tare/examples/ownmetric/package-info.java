/** A metric of one's own, built on Tare's published API: annotation, metric and meter. */
@NullMarked
package dev.tare.examples.ownmetric;

import org.jspecify.annotations.NullMarked;
