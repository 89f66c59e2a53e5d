package dev.tare.broken.heap;

import com.google.gson.stream.JsonWriter;

/** Fixture that imports the JSON writer only. */
record KeepsAll(JsonWriter json) {}
