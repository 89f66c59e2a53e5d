/** A metric of one's own, made of what Tare publishes: annotation, metric and meter. */
@NullMarked
package dev.tare.examples.ownmetric;

import org.jspecify.annotations.NullMarked;
