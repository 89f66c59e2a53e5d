package dev.tare.broken.internal.attach;

import dev.tare.broken.allocation.Prints;

/** An annotation is nothing that the recorder needs. */
public record ImportsSlice(Prints other) {}
