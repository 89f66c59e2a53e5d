package dev.tare.broken.retained;

/** Neither final nor package-private. */
public class PublicAdapter {}
