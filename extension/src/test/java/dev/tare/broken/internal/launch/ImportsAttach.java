package dev.tare.broken.internal.launch;

import dev.tare.broken.internal.attach.ImportsSlice;

record ImportsAttach(ImportsSlice recorder) {}
