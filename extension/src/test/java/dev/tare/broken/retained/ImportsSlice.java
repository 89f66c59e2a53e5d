package dev.tare.broken.retained;

import dev.tare.broken.allocation.Prints;

record ImportsSlice(Prints other) {}
