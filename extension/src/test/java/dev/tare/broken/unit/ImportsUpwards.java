package dev.tare.broken.unit;

import dev.tare.broken.model.PlainClass;

/** Upwards, and in a circle, since that class imports this one. */
public record ImportsUpwards(PlainClass upwards) {}
