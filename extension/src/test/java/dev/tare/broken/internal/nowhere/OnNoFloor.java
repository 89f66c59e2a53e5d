package dev.tare.broken.internal.nowhere;

/** Fixture in a package that no floor names and that is not null-marked. */
record OnNoFloor(String text) {}
