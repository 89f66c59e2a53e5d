package dev.tare.broken.internal.nowhere;

/** In a package that no floor names and that is not null-marked. */
record OnNoFloor(String text) {}
