package dev.tare.broken.internal.agent.boot;

import java.util.List;

record Recorder(List<String> seen) {}
