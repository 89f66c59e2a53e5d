package dev.tare.extension;

import org.junit.jupiter.api.extension.Extension;

/** Brackets the test: plans, measures, judges, reports. */
final class TareExtension implements Extension {}
