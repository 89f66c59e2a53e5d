package dev.tare.broken.heap;

import com.google.gson.Gson;

/** Fixture that imports more of Gson than its writer. */
record ImportsGson(Gson gson) {}
