/** A metric of one's own, built on Tare's published API: annotation and metric. */
@NullMarked
package dev.tare.examples.ownmetric;

import org.jspecify.annotations.NullMarked;
