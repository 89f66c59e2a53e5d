package dev.tare.examples;

import dev.tare.allocation.MaxAllocatedBytes;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;

/**
 * A body that uses up its input, which {@code @BeforeEach} creates.
 *
 * <p>By default a body is called seven times, and no JUnit API runs {@code @BeforeEach} between the
 * calls. A body that cannot be repeated needs {@code runs = 1, warmups = 0}. The figure is then
 * that of a first call, class loading included, and the budget an upper bound.
 */
class Example11OneCallTests {

  final Deque<String> waiting = new ArrayDeque<>();

  @BeforeEach
  void fill() {
    waiting.addAll(TimeZones.ROWS);
  }

  // tag::right[]
  @MaxAllocatedBytes(value = "64 KiB", runs = 1, warmups = 0)
  int drainsTheQueue() {
    int characters = 0;
    for (int i = 0; i < TimeZones.ROWS.size(); i++) {
      characters += waiting.removeFirst().length();
    }
    return characters;
  }

  // end::right[]

  @Disabled("fails on purpose")
  static class Failing extends Example11OneCallTests {

    // tag::wrong[]
    @Override
    @MaxAllocatedBytes("64 KiB")
    int drainsTheQueue() {
      return super.drainsTheQueue();
    }
    // end::wrong[]
  }
}
