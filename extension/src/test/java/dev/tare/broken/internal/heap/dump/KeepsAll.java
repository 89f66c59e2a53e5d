package dev.tare.broken.internal.heap.dump;

import com.google.gson.stream.JsonWriter;

/** What a visitor of a profile writes with. */
record KeepsAll(JsonWriter json) {}
