package dev.tare.benchmarks.accounts;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The instructions and the API that make objects, each in a loop of its own. */
enum Allocations {
  NEW(1, 300_000) {
    @Override
    int run(int times) {
      int sum = 0;
      for (int i = 0; i < times; i++) {
        Point point = new Point(i, i + 1);
        sum += kept(point, i) + point.x + point.y;
      }
      return sum;
    }
  },
  RECORD(1, 300_000) {
    @Override
    int run(int times) {
      int sum = 0;
      for (int i = 0; i < times; i++) {
        Pair pair = new Pair(i, this);
        sum += kept(pair, i) + pair.hashed();
      }
      return sum;
    }
  },
  NEWARRAY(1, 300_000) {
    @Override
    int run(int times) {
      int sum = 0;
      for (int i = 0; i < times; i++) {
        int[] array = new int[4];
        array[i & 3] = i;
        sum += kept(array, i) + array[1];
      }
      return sum;
    }
  },
  ANEWARRAY(1, 300_000) {
    @Override
    int run(int times) {
      int sum = 0;
      for (int i = 0; i < times; i++) {
        Object[] array = new Object[3];
        array[i & 1] = this;
        sum += kept(array, i) + array.length;
      }
      return sum;
    }
  },
  MULTIANEWARRAY(4, 50_000) {
    @Override
    int run(int times) {
      int sum = 0;
      for (int i = 0; i < times; i++) {
        int[][] array = new int[3][5];
        array[1][2] = i;
        sum += kept(array, i) + array[1][2];
      }
      return sum;
    }
  },
  BOXING(1, 300_000) {
    @Override
    int run(int times) {
      int sum = 0;
      for (int i = 0; i < times; i++) {
        Integer boxed = 1_000 + i;
        sum += kept(boxed, i) + boxed.hashCode();
      }
      return sum;
    }
  },
  BOXING_OF_DOUBLES(1, 300_000) {
    @Override
    int run(int times) {
      double sum = 0;
      for (int i = 0; i < times; i++) {
        Double boxed = i * 0.5;
        sum += kept(boxed, i) + boxed;
      }
      return (int) sum;
    }
  },
  VARARGS(1, 300_000) {
    @Override
    int run(int times) {
      int sum = 0;
      for (int i = 0; i < times; i++) {
        sum += count(this, i % 2 == 0 ? this : "odd", "last");
      }
      return sum;
    }
  },
  LAMBDA(1, 300_000) {
    @Override
    int run(int times) {
      int sum = 0;
      for (int i = 0; i < times; i++) {
        int captured = i;
        IntSupplier lambda = () -> captured + 1;
        sum += kept(lambda, i) + lambda.getAsInt();
      }
      return sum;
    }
  },
  METHOD_REFERENCE(1, 300_000) {
    @Override
    int run(int times) {
      int sum = 0;
      String text = "reference";
      for (int i = 0; i < times; i++) {
        IntSupplier reference = text::length;
        sum += kept(reference, i) + reference.getAsInt();
      }
      return sum;
    }
  },
  ANONYMOUS_CLASS(1, 300_000) {
    @Override
    int run(int times) {
      int sum = 0;
      for (int i = 0; i < times; i++) {
        int captured = i;
        IntSupplier anonymous =
            new IntSupplier() {
              @Override
              public int getAsInt() {
                return captured;
              }
            };
        sum += kept(anonymous, i) + anonymous.getAsInt();
      }
      return sum;
    }
  },
  CONCATENATION(2, 100_000) {
    @Override
    int run(int times) {
      int sum = 0;
      for (int i = 0; i < times; i++) {
        String text = "n" + i;
        sum += kept(text, i) + text.length();
      }
      return sum;
    }
  },
  BUILDER(-1, 20_000) {
    @Override
    int run(int times) {
      int sum = 0;
      for (int i = 0; i < times; i++) {
        StringBuilder builder = new StringBuilder();
        for (int k = 0; k < 10; k++) {
          builder.append("part ").append(i);
        }
        sum += kept(builder, i) + builder.length();
      }
      return sum;
    }
  },
  SUBSTRING(2, 200_000) {
    @Override
    int run(int times) {
      int sum = 0;
      String text = "a text of some length";
      for (int i = 0; i < times; i++) {
        String part = text.substring(1 + (i & 7));
        sum += kept(part, i) + part.length();
      }
      return sum;
    }
  },
  CLONE_OF_ARRAY(1, 1, 300_000) {
    @Override
    int run(int times) {
      int sum = 0;
      long[] array = {1, 2, 3};
      for (int i = 0; i < times; i++) {
        long[] copy = array.clone();
        copy[0] = i;
        sum += kept(copy, i) + (int) copy[0];
      }
      return sum;
    }
  },
  CLONE_OF_OBJECT(1, 1, 300_000) {
    @Override
    int run(int times) {
      int sum = 0;
      Sheep sheep = new Sheep();
      for (int i = 0; i < times; i++) {
        Sheep copy = sheep.clone();
        sum += kept(copy, i) + copy.wool;
      }
      return sum;
    }
  },
  ARRAY_BY_REFLECTION(1, 200_000) {
    @Override
    int run(int times) {
      int sum = 0;
      for (int i = 0; i < times; i++) {
        Object array = Array.newInstance(int.class, 6);
        sum += kept(array, i) + ((int[]) array).length;
      }
      return sum;
    }
  },
  ARRAYS_BY_REFLECTION(4, 1, 50_000) {
    @Override
    int run(int times) {
      int sum = 0;
      int[] lengths = {3, 2};
      for (int i = 0; i < times; i++) {
        Object array = Array.newInstance(int.class, lengths);
        sum += kept(array, i) + ((int[][]) array).length;
      }
      return sum;
    }
  },
  CONSTRUCTOR_BY_REFLECTION(1, 100_000) {
    @Override
    int run(int times) {
      int sum = 0;
      for (int i = 0; i < times; i++) {
        try {
          Sheep sheep = CONSTRUCTOR.newInstance(NONE);
          sum += kept(sheep, i) + sheep.wool;
        } catch (ReflectiveOperationException e) {
          throw new IllegalStateException(e);
        }
      }
      return sum;
    }
  },
  METHOD_HANDLE(1, 200_000) {
    @Override
    int run(int times) {
      int sum = 0;
      for (int i = 0; i < times; i++) {
        try {
          Sheep sheep = (Sheep) HANDLE.invokeExact();
          sum += kept(sheep, i) + sheep.wool;
        } catch (Throwable e) {
          throw new IllegalStateException(e);
        }
      }
      return sum;
    }
  },
  COPY_OF_ARRAY(1, 1, 300_000) {
    @Override
    int run(int times) {
      int sum = 0;
      byte[] array = {1, 2, 3, 4};
      for (int i = 0; i < times; i++) {
        byte[] copy = Arrays.copyOf(array, 8);
        copy[5] = (byte) i;
        sum += kept(copy, i) + copy[5];
      }
      return sum;
    }
  },
  EXCEPTION(1, 100_000) {
    @Override
    int run(int times) {
      int sum = 0;
      for (int i = 0; i < times; i++) {
        try {
          throwOne(i);
        } catch (Stackless e) {
          sum += kept(e, i) + e.number;
        }
      }
      return sum;
    }
  },
  ITERATOR(1, 200_000) {
    @Override
    int run(int times) {
      int sum = 0;
      for (int i = 0; i < times; i++) {
        for (Iterator<String> it = WORDS.iterator(); it.hasNext(); ) {
          sum += it.next().length();
        }
      }
      return sum;
    }
  },
  OPTIONAL(1, 300_000) {
    @Override
    int run(int times) {
      int sum = 0;
      for (int i = 0; i < times; i++) {
        Optional<Object> optional = Optional.of(this);
        sum += kept(optional, i) + (optional.isPresent() ? 1 : 0);
      }
      return sum;
    }
  },
  STREAM(-1, 3_000) {
    @Override
    int run(int times) {
      int sum = 0;
      for (int i = 0; i < times; i++) {
        sum += IntStream.range(0, 8).filter(n -> (n & 1) == 0).map(n -> n * 3).sum();
      }
      return sum;
    }
  },
  STREAM_TO_LIST(-1, 3_000) {
    @Override
    int run(int times) {
      int sum = 0;
      for (int i = 0; i < times; i++) {
        List<Integer> lengths = WORDS.stream().map(String::length).toList();
        sum += kept(lengths, i) + lengths.size();
      }
      return sum;
    }
  },
  LIST_GROWTH(-1, 3_000) {
    @Override
    int run(int times) {
      int sum = 0;
      for (int i = 0; i < times; i++) {
        List<Object> list = new ArrayList<>();
        for (int k = 0; k < 40; k++) {
          list.add(this);
        }
        sum += kept(list, i) + list.size();
      }
      return sum;
    }
  },
  MAP(-1, 3_000) {
    @Override
    int run(int times) {
      int sum = 0;
      for (int i = 0; i < times; i++) {
        Map<Integer, Object> map = new HashMap<>();
        for (int k = 0; k < 20; k++) {
          map.put(k, this);
        }
        sum += kept(map, i) + map.size();
      }
      return sum;
    }
  },
  FORMAT(-1, 1_000) {
    @Override
    int run(int times) {
      int sum = 0;
      for (int i = 0; i < times; i++) {
        sum += String.format("%d items in %s", 1_000 + i % 8_000, "store").length();
      }
      return sum;
    }
  },
  SPLIT(-1, 5_000) {
    @Override
    int run(int times) {
      int sum = 0;
      for (int i = 0; i < times; i++) {
        sum += "a,bc,def,,g".split(",").length;
      }
      return sum;
    }
  },
  SUPPLIED_OBJECTS(1, 200_000) {
    @Override
    int run(int times) {
      int sum = 0;
      LongFunction<Sheep> maker = number -> new Sheep();
      for (int i = 0; i < times; i++) {
        Sheep sheep = maker.apply(i);
        sum += kept(sheep, i) + sheep.wool;
      }
      return sum;
    }
  };

  private static final Object[] NONE = {};
  private static final List<String> WORDS = new ArrayList<>(List.of("one", "two", "three"));
  private static final Constructor<Sheep> CONSTRUCTOR;
  private static final MethodHandle HANDLE;

  private static Object @Nullable [] kept;

  static {
    try {
      CONSTRUCTOR = Sheep.class.getDeclaredConstructor();
      HANDLE =
          MethodHandles.lookup().findConstructor(Sheep.class, MethodType.methodType(void.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * Number of objects of one repetition; -1 where libraries create them, which are not counted
   * here.
   */
  final int objects;

  /** Number of objects created once, independent of repetitions. */
  final int once;

  final int mostTimes;

  Allocations(int objects, int mostTimes) {
    this(objects, 0, mostTimes);
  }

  Allocations(int objects, int once, int mostTimes) {
    this.objects = objects;
    this.once = once;
    this.mostTimes = mostTimes;
  }

  /** Creates the objects a number of times and returns a value that depends on them. */
  abstract int run(int times);

  /** Sets the array that keeps created objects in turn; null to drop them. */
  static void keep(Object @Nullable [] array) {
    kept = array;
  }

  private static int kept(Object made, int turn) {
    Object[] array = kept;
    if (array != null) {
      array[turn & array.length - 1] = made;
    }
    return 1;
  }

  private static int count(Object... values) {
    return kept(values, values.length) + values.length;
  }

  private static void throwOne(int number) throws Stackless {
    throw new Stackless(number);
  }

  String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static final class Point {
    final int x;
    final int y;

    Point(int x, int y) {
      this.x = x;
      this.y = y;
    }
  }

  private record Pair(int number, Object other) {
    int hashed() {
      return number;
    }
  }

  private static final class Sheep implements Cloneable {
    int wool = 7;

    Sheep() {}

    @Override
    public Sheep clone() {
      try {
        return (Sheep) super.clone();
      } catch (CloneNotSupportedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static final class Stackless extends Exception {
    private static final long serialVersionUID = 1;
    final int number;

    Stackless(int number) {
      super(null, null, false, false);
      this.number = number;
    }
  }
}
