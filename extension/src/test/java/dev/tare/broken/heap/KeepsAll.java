package dev.tare.broken.heap;

import com.google.gson.stream.JsonWriter;

/** What a visitor of a profile writes with. */
record KeepsAll(JsonWriter json) {}
