package dev.tare.internal.survival;

import static java.util.Objects.requireNonNull;

import dev.tare.body.TestBody;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Body that keeps a random number of objects of some kinds in each call, and drops others. It
 * counts what it has kept.
 */
class RandomBody implements TestBody {

  private static final int MAX_KEPT = 200_000;

  /** Kinds of objects; {@link #make} returns all objects that it creates. */
  private enum Kind {
    BYTES {
      @Override
      Object[] make(Random random) {
        return new Object[] {new byte[random.nextInt(300)]};
      }
    },
    INTS {
      @Override
      Object[] make(Random random) {
        return new Object[] {new int[random.nextInt(50)]};
      }
    },
    REFERENCES {
      @Override
      Object[] make(Random random) {
        Object inner = new Object();
        return new Object[] {new Object[] {inner, inner}, inner};
      }
    },
    TEXT {
      @Override
      Object[] make(Random random) {
        int length = 1 + random.nextInt(60);
        String text = "x".repeat(length) + length;
        return new Object[] {text, new byte[text.length()]}; // an array as long as that of the text
      }
    },
    RECORD {
      @Override
      Object[] make(Random random) {
        return new Object[] {new Point(1, 2)};
      }
    },
    LAMBDA {
      @Override
      Object[] make(Random random) {
        int captured = random.nextInt();
        Supplier<Integer> lambda = () -> captured;
        return new Object[] {lambda};
      }
    },
    LARGE {
      @Override
      Object[] make(Random random) {
        return new Object[] {new long[10_000 + random.nextInt(10_000)]};
      }
    };

    abstract Object[] make(Random random);
  }

  private record Point(long x, int y) {}

  private final Object[] kept = new Object[MAX_KEPT];
  private final ToLongFunction<Object> sizeOf;
  private final Map<Kind, Integer> keptOfKind = new EnumMap<>(Kind.class);
  private final Map<Kind, Integer> droppedOfKind = new EnumMap<>(Kind.class);
  private final long seed;
  private final Map<Integer, Object> map = new HashMap<>();
  private final boolean growsAMap;
  private int count;
  private int calls;
  private long bytes;
  private long objects;

  /**
   * @param keeps whether it keeps anything
   * @param sizeOf the JVM's own size of an object
   */
  RandomBody(long seed, boolean keeps, ToLongFunction<Object> sizeOf) {
    this.seed = seed;
    this.sizeOf = sizeOf;
    Random random = new Random(seed);
    for (Kind kind : Kind.values()) {
      keptOfKind.put(kind, keeps && random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 0);
      droppedOfKind.put(kind, random.nextInt(3) == 0 ? random.nextInt(20) : 0);
    }
    this.growsAMap = keeps && random.nextInt(4) == 0;
  }

  /** Returns the bytes that a call keeps; each call keeps the same number. */
  long bytesPerCall() {
    return bytes / calls;
  }

  /** Returns the number of objects that a call keeps. */
  long objectsPerCall() {
    return objects / calls;
  }

  @Override
  public void run() {
    Random random = new Random(seed);
    for (Kind kind : Kind.values()) {
      for (int i = 0; i < requireNonNull(droppedOfKind.get(kind)); i++) {
        kind.make(random);
      }
      for (int i = 0; i < requireNonNull(keptOfKind.get(kind)); i++) {
        keep(kind.make(random), kind == Kind.TEXT);
      }
    }
    if (growsAMap) {
      growMap();
    }
    calls++;
  }

  private void keep(Object[] made, boolean text) {
    kept[count++] = made[0];
    for (Object one : made) {
      bytes += sizeOf.applyAsLong(one);
      objects++;
    }
    if (!text && made.length > 1) {
      kept[count++] = made[1];
    }
  }

  /**
   * Grows a map whose table is resized in some rounds only and whose nodes are kept in each call.
   */
  private void growMap() {
    Integer key = 1_000 + calls;
    Object value = new Object();
    map.put(key, value);
    Map.Entry<Integer, Object> node = map.entrySet().iterator().next();
    bytes += sizeOf.applyAsLong(key) + sizeOf.applyAsLong(value) + sizeOf.applyAsLong(node);
    objects += 3;
  }

  @Override
  public void repeat(long n) {
    for (long i = 0; i < n; i++) {
      run();
    }
  }

  @Override
  public @Nullable Object call() {
    run();
    return null;
  }

  @Override
  public boolean returnsValue() {
    return false;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("seed " + seed + (growsAMap ? ", a map" : ""));
    for (Kind kind : Kind.values()) {
      if (requireNonNull(keptOfKind.get(kind)) > 0) {
        text.append(", ").append(requireNonNull(keptOfKind.get(kind))).append(' ').append(kind);
      }
    }
    return text.toString();
  }
}
