package dev.tare.broken.internal.heap.dump;

import com.google.gson.stream.JsonWriter;

/** Fixture that imports the JSON writer only. */
record KeepsAll(JsonWriter json) {}
