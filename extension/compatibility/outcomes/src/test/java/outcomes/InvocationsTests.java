package outcomes;

import dev.tare.invocations.MaxInvocations;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import org.junit.jupiter.api.Test;

/** Calls of a method. */
class InvocationsTests {

  private static final List<String> WORDS = List.of("tare", "gross", "net");

  private final Store store = new Store();
  private final Shelf shelf = new Shelf();
  private final Source source = key -> key.length();
  private final Map<String, Integer> cache = new HashMap<>();
  private int calls;

  interface Source {
    int read(String key);

    default int readTwice(String key) {
      return read(key) + read(key);
    }
  }

  static class Store implements Source {
    @Override
    public int read(String key) {
      return key.length();
    }

    int read(String key, int offset) {
      return read(key) + offset;
    }

    static int parse(String text) {
      return Integer.parseInt(text);
    }

    private int secret() {
      return 1;
    }

    int reveals() {
      return secret() + secret();
    }

    int fails() {
      throw new IllegalStateException("closed");
    }

    int depth(int left) {
      return left == 0 ? 0 : depth(left - 1);
    }
  }

  static final class Shelf extends Store {
    @Override
    public int read(String key) {
      return super.read(key) + 1;
    }
  }

  record Item(int number) implements Comparable<Item> {
    @Override
    public int compareTo(Item other) {
      return Integer.compare(number, other.number);
    }
  }

  @MaxInvocations(type = Store.class, method = "read", value = 0)
  int none() {
    return calls++;
  }

  @MaxInvocations(type = Store.class, method = "read", value = 1)
  int atItsLimit() {
    return store.read("a");
  }

  @MaxInvocations(type = Store.class, method = "read", value = 0)
  int oneAboveItsLimit() {
    return store.read("a");
  }

  @MaxInvocations(type = Store.class, method = "read", value = 1)
  int inALoop() {
    int sum = 0;
    for (String word : WORDS) {
      sum += store.read(word);
    }
    return sum;
  }

  @MaxInvocations(type = Store.class, method = "read", value = 1)
  int overloads() {
    return store.read("a", 1);
  }

  @MaxInvocations(type = Store.class, method = "read", value = 1)
  int callsOfSuper() {
    return shelf.read("a");
  }

  @MaxInvocations(type = Shelf.class, method = "read", value = 0)
  int otherSubclass() {
    return store.read("a");
  }

  @MaxInvocations(type = Source.class, method = "read", value = 1)
  int ofAnInterface() {
    return store.read("a") + shelf.read("a");
  }

  @MaxInvocations(type = Source.class, method = "read", value = 0)
  int ofALambda() {
    return source.read("a");
  }

  @MaxInvocations(type = Source.class, method = "readTwice", value = 0)
  int ofADefaultMethod() {
    return store.readTwice("a");
  }

  @MaxInvocations(type = Source.class, method = "read", value = 1)
  int byADefaultMethod() {
    return store.readTwice("a");
  }

  @MaxInvocations(type = Store.class, method = "parse", value = 0)
  int ofAStaticMethod() {
    return Store.parse("1");
  }

  @MaxInvocations(type = Store.class, method = "secret", value = 1)
  int ofAPrivateMethod() {
    return store.reveals();
  }

  @MaxInvocations(type = Store.class, method = "fails", value = 0)
  boolean thatThrow() {
    try {
      return store.fails() > 0;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  @MaxInvocations(type = Store.class, method = "depth", value = 3)
  int recursive() {
    return store.depth(3);
  }

  @MaxInvocations(type = Item.class, method = "compareTo", value = 100)
  List<Item> comparisons() {
    List<Item> items = new ArrayList<>();
    for (int i = 20; i > 0; i--) {
      items.add(new Item(i * 7 % 11));
    }
    Collections.sort(items);
    return items;
  }

  @MaxInvocations(type = Item.class, method = "hashCode", value = 2)
  Set<Item> hashCodes() {
    return new HashSet<>(List.of(new Item(1), new Item(2), new Item(3)));
  }

  @MaxInvocations(type = Item.class, method = "number", value = 1)
  int accessors() {
    return new Item(1).number() + new Item(2).number();
  }

  @MaxInvocations(type = Map.class, method = "get", value = 1)
  int ofTheJdk() {
    return cache.getOrDefault("a", 1)
        + (cache.get("b") == null ? 1 : 2)
        + (cache.get("c") == null ? 1 : 2);
  }

  @MaxInvocations(type = ArrayList.class, method = "add", value = 2)
  List<String> ofAJdkClass() {
    List<String> list = new ArrayList<>();
    for (String word : WORDS) {
      list.add(word);
    }
    return list;
  }

  @MaxInvocations(type = String.class, method = "substring", value = 0)
  String ofStrings() {
    return WORDS.get(0).substring(1).trim();
  }

  @MaxInvocations(type = String.class, method = "equals", value = 10)
  boolean equalsOfStrings() {
    return WORDS.contains("scale");
  }

  @MaxInvocations(type = Comparator.class, method = "compare", value = 0)
  List<String> ofJdkLambdas() {
    List<String> list = new ArrayList<>(WORDS);
    list.sort(Comparator.comparing(word -> word.length()));
    return list;
  }

  @MaxInvocations(type = Function.class, method = "apply", value = 10)
  Object ofMethodReferences() {
    Function<String, Integer> length = String::length;
    return length.apply("a");
  }

  @MaxInvocations(type = IntBinaryOperator.class, method = "applyAsInt", value = 0)
  int ofOwnLambdas() {
    IntBinaryOperator sum = (a, b) -> a + b;
    return sum.applyAsInt(1, 2);
  }

  @MaxInvocations(type = Math.class, method = "sqrt", value = 10)
  double ofAnIntrinsic() {
    return Math.sqrt(calls);
  }

  @MaxInvocations(type = System.class, method = "nanoTime", value = 10)
  long ofANativeMethod() {
    return System.nanoTime();
  }

  @MaxInvocations(type = Integer.class, method = "bitCount", value = 10)
  int ofAnotherIntrinsic() {
    return Integer.bitCount(calls);
  }

  @MaxInvocations(type = Object.class, method = "toString", value = 10)
  String ofObject() {
    return new Item(1).toString();
  }

  @MaxInvocations(type = Store.class, method = "toString", value = 10)
  String inheritedFromObject() {
    return store.toString();
  }

  @MaxInvocations(type = Item.class, method = "<init>", value = 10)
  Item constructor() {
    return new Item(1);
  }

  @MaxInvocations(type = Store.class, method = "write", value = 10)
  int unknownMethod() {
    return 1;
  }

  @MaxInvocations(type = Store.class, method = "read", value = -1)
  int negativeLimit() {
    return 1;
  }

  @MaxInvocations(type = Store.class, method = "", value = 1)
  int blankMethod() {
    return 1;
  }

  @MaxInvocations(type = Store.class, method = "read", value = 0)
  @MaxInvocations(type = Store.class, method = "parse", value = 0)
  int twoLimits() {
    return Store.parse("1");
  }

  @MaxInvocations(type = Store.class, method = "read", value = 0)
  @MaxInvocations(type = Store.class, method = "read", value = 1)
  int sameMethodTwice() {
    return 1;
  }

  @MaxInvocations(type = Store.class, method = "read", value = 0)
  int onAnotherThread() {
    return CompletableFuture.supplyAsync(() -> store.read("a")).join();
  }

  @MaxInvocations(type = Map.class, method = "computeIfAbsent", value = 0)
  int cached() {
    return cache.computeIfAbsent("a", String::length);
  }

  @MaxInvocations(type = Store.class, method = "read", value = 0)
  int firstCallOnly() {
    return new LinkedHashMap<>(cache)
        .computeIfAbsent("b", key -> calls++ == 0 ? store.read(key) : 1);
  }

  @Test
  @MaxInvocations(type = Store.class, method = "read", value = 5)
  void compiledLoop() {
    for (int i = 0; i < 20_000; i++) {
      calls += store.read("a");
    }
  }

  @MaxInvocations(type = Store.class, method = "read", value = 1)
  int byAMethodReference() {
    Function<String, Integer> read = store::read;
    return read.apply("a");
  }

  @MaxInvocations(type = Source.class, method = "read", value = 1)
  int ofAMethodReferenceOfItsType() {
    Source reference = String::length;
    return reference.read("a");
  }

  @MaxInvocations(type = Store.class, method = "read", value = 1)
  int everySecondCall() {
    return calls++ % 2 == 0 ? store.read("a") : 0;
  }
}
