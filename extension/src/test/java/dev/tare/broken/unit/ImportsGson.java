package dev.tare.broken.unit;

import com.google.gson.Gson;

record ImportsGson(Gson gson) {}
