package dev.tare.broken.model;

import dev.tare.broken.unit.ImportsUpwards;
import org.jspecify.annotations.Nullable;

/** Neither a record nor an enum nor sealed. */
public final class PlainClass {

  @Nullable ImportsUpwards mutable;
}
