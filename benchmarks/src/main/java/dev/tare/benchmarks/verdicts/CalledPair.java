package dev.tare.benchmarks.verdicts;

import dev.tare.Body;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;

/**
 * Two methods that call the same work, each in a copy of its class that a class loader of its own
 * has loaded: the JIT compiles and profiles the copies separately. The pair itself is loaded anew
 * for each comparison too, as the test classes of a suite are different ones.
 */
public final class CalledPair {

  private static final List<Class<? extends CalledWork>> WORKS =
      List.of(
          CalledNumbers.BitClearing.class,
          CalledTexts.Parsing.class,
          CalledCollections.Queue.class,
          CalledNumbers.Hashing.class,
          CalledTexts.Formatting.class,
          CalledCollections.Counting.class,
          CalledNumbers.BigNumbers.class,
          CalledTexts.Encoding.class,
          CalledCollections.Sorting.class,
          CalledNumbers.Checksum.class,
          CalledTexts.Regex.class,
          CalledCollections.Tree.class,
          CalledNumbers.Matrix.class,
          CalledTexts.JsonWriting.class,
          CalledCollections.Priorities.class,
          CalledNumbers.Recursion.class,
          CalledTexts.Building.class,
          CalledCollections.Streams.class,
          CalledNumbers.RandomNumbers.class,
          CalledTexts.Search.class,
          CalledCollections.Links.class,
          CalledNumbers.Dates.class,
          CalledCollections.Bits.class,
          CalledNumbers.Divisors.class,
          CalledTexts.Utf8.class,
          CalledNumbers.Crc.class,
          CalledTexts.Splitting.class);

  private final CalledWork tested;
  private final CalledWork baseline;

  /** Holds both. */
  public CalledPair(CalledWork tested, CalledWork baseline) {
    this.tested = tested;
    this.baseline = baseline;
  }

  /** The slower method, or an equal one. */
  public Body.OfLong tested() {
    return tested::work;
  }

  /** The method that it is compared with. */
  public Body.OfLong baseline() {
    return baseline::work;
  }

  /** The names of the works: {@code parsing}. */
  static List<String> names() {
    return WORKS.stream().map(CalledPair::name).toList();
  }

  private static String name(Class<?> work) {
    return work.getSimpleName().toLowerCase(Locale.ROOT);
  }

  /** Returns the methods of a new pair: the tested one and its baseline. */
  static List<Body.OfLong> methods(String name, double ratio) throws ReflectiveOperationException {
    Object pair = of(name, ratio);
    return List.of(
        (Body.OfLong) pair.getClass().getMethod("tested").invoke(pair),
        (Body.OfLong) pair.getClass().getMethod("baseline").invoke(pair));
  }

  /**
   * Returns a new pair, from classes of its own, whose tested method does a multiple of the work.
   */
  private static Object of(String name, double ratio) throws ReflectiveOperationException {
    return new Copies(CalledPair.class)
        .loadClass(CalledPair.class.getName())
        .getConstructor(CalledWork.class, CalledWork.class)
        .newInstance(work(name, ratio), work(name, 1));
  }

  /** Returns work of a class of its own. */
  static CalledWork work(String name, double ratio) throws ReflectiveOperationException {
    Class<?> type =
        WORKS.stream()
            .filter(work -> name(work).equals(name))
            .findFirst()
            .orElseThrow(
                () -> new IllegalArgumentException(name + ": no such work; use one of " + names()));
    CalledWork work =
        (CalledWork) new Copies(type).loadClass(type.getName()).getConstructor().newInstance();
    work.rounds = (int) Math.rint(CalledWork.BASELINE * ratio);
    return work;
  }

  /** Loads one class and those inside it anew, all others as the application does. */
  private static final class Copies extends ClassLoader {
    private final String copied;

    Copies(Class<?> copied) {
      super(copied.getClassLoader());
      this.copied = copied.getName();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(copied) && !name.startsWith(copied + "$")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? define(name) : loaded;
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = file.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
