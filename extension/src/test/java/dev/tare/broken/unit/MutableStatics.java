package dev.tare.broken.unit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

final class MutableStatics {

  static int counter;

  static final int[] ARRAY = {1};

  static final AtomicLong ATOMIC = new AtomicLong();

  static final List<String> LIST = new ArrayList<>();

  static final List<int[]> NESTED = List.of(ARRAY);

  private MutableStatics() {}
}
