package dev.tare.broken.heap;

import com.google.gson.Gson;

/** More of Gson than its writer. */
record ImportsGson(Gson gson) {}
