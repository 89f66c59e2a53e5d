package dev.tare.internal.agent;

import dev.tare.internal.agent.jit.CompiledCode;
import java.util.Map;
import java.util.TreeMap;

/**
 * Puts texts into trees, discards the JDK's profiles if the argument says so, and puts numbers into
 * trees.
 */
public final class ProfilesProbe {

  public static final String MARK = "now numbers";

  private ProfilesProbe() {}

  public static void main(String[] arguments) {
    int size = 0;
    for (int i = 0; i < 20_000; i++) {
      size += put(new TreeMap<>(), "a", "b", "c");
    }
    if (arguments[0].equals("forget")) {
      CompiledCode.discardOfJdk();
    }
    System.out.println(MARK);
    for (int i = 0; i < 20_000; i++) {
      size += put(new TreeMap<>(), i, i + 1, i + 2);
    }
    System.out.println(size);
  }

  @SafeVarargs
  private static <T> int put(Map<T, T> tree, T... keys) {
    for (T key : keys) {
      tree.put(key, key);
    }
    return tree.size();
  }
}
