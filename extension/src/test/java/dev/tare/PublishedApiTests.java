package dev.tare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.render.GoldenFile;
import dev.tare.unit.Quantity;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the published API with the accepted one, {@code api.txt}. Also runs on each JDK, since
 * the accepted text must not depend on it.
 */
class PublishedApiTests {

  private static final String SOURCE =
      """
      package dev.tare.sample;
      import java.lang.annotation.*;
      import java.util.*;
      public abstract class Sample<T extends Comparable<T>> extends Base {
        public static final int LIMIT = 5;
        public static final List<String> NAMES = List.of();
        protected long field;
        protected static final String KEY = "a.b";
        protected Sample(int... numbers) {}
        public <E extends Exception> @Maybe T get(List<? super T> from) throws E, java.io.IOException { return null; }
        public Number size() throws IllegalStateException { return 0; }
        public void clear() {}
        public String toString() { return ""; }
        void hidden() {}
        static class Secret {}
        public enum Color { RED, GREEN }
        public record Pair(int first, @Maybe String[] second) {}
        public interface Shape { String name(); default void draw() {} }
        public sealed interface Tree permits Leaf, Node {}
        public static final class Leaf implements Tree {}
        public static non-sealed class Node implements Tree {}
        @Target({ElementType.METHOD, ElementType.TYPE}) @Retention(RetentionPolicy.RUNTIME)
        public @interface Promise { String value(); int[] sizes() default {1, 2}; Class<?> type() default Hidden.class; }
      }
      abstract class Base { public int inherited() { return 0; } }
      class Hidden {}
      @Target(ElementType.TYPE_USE) @Retention(RetentionPolicy.RUNTIME) @interface Maybe {}
      """;

  /**
   * Texts of the source, with what replaces them. The last two change nothing that is published.
   */
  private static final String CHANGES =
      """
      T extends Comparable<T> -> T extends Comparable<? super T>
      LIMIT = 5 -> LIMIT = 6
      protected long field -> protected static long field
      protected Sample(int... numbers) -> protected Sample(int[] numbers)
      @Maybe T get -> T get
      E, java.io.IOException -> E
      public Number size() -> public Integer size()
      throws IllegalStateException { return 0; } -> { return 1; }
      public void clear() {} -> protected abstract int over(long... limits);
      RED, GREEN -> GREEN, RED, BLUE
      int first -> int one
      String name(); -> String name(); int sides(); default int area() { return 0; }
      permits Leaf, Node -> permits Leaf
      non-sealed class Node implements Tree -> class Node
      static final class Leaf -> static final @Deprecated class Leaf
      {ElementType.METHOD, ElementType.TYPE} -> {ElementType.METHOD}
      String value(); -> long value(); String to(); boolean on() default true;
      default {1, 2} -> default {1}
      int inherited() -> long inherited()
      static class Secret -> public static class Secret
      class Hidden {} -> class Hidden { public int found; }
      void hidden() {} -> int hidden() { return 0; }
      """;

  @TempDir static Path folder;

  private static String sample = "";

  @BeforeAll
  static void compileSample() throws IOException {
    sample = compiled("sample", SOURCE);
  }

  @Test
  void publishedApiIsTheAcceptedOne() throws Exception {
    Path classes =
        Path.of(Quantity.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    String present = PublishedApi.of(classes);

    String accepted = GoldenFile.read(Path.of("api.txt"), present);

    assertThat(changes(accepted, present))
        .as(
            """
            Changes of the published API. To accept them, run this command, and commit api.txt \
            with a line in CHANGELOG.md:
            mvn -pl extension test -Dtest=PublishedApiTests -Dbuild.golden=write""")
        .isEmpty();
    assertThat(accepted.equals(present)).as("api.txt is as written").isTrue();
  }

  @Test
  void entriesHaveWhatUsersCanRelyOn() {
    assertThat(sample)
        .isEqualTo(
            """
            dev.tare.sample.Sample : public abstract class <T extends Comparable<T>> extends Base
            dev.tare.sample.Sample.Color : public static final enum
            dev.tare.sample.Sample.Color.GREEN : constant 1
            dev.tare.sample.Sample.Color.RED : constant 0
            dev.tare.sample.Sample.KEY : protected static final String = "a.b"
            dev.tare.sample.Sample.LIMIT : public static final int = 5
            dev.tare.sample.Sample.Leaf : public static final class implements Sample.Tree
            dev.tare.sample.Sample.Leaf.new() : public
            dev.tare.sample.Sample.NAMES : public static final java.util.List<String>
            dev.tare.sample.Sample.Node : public static class implements Sample.Tree
            dev.tare.sample.Sample.Node.new() : public
            dev.tare.sample.Sample.Pair : public static final record
            dev.tare.sample.Sample.Pair.first : component 0 int
            dev.tare.sample.Sample.Pair.first() : public int
            dev.tare.sample.Sample.Pair.new(int, @Maybe String[]) : public
            dev.tare.sample.Sample.Pair.second : component 1 @Maybe String[]
            dev.tare.sample.Sample.Pair.second() : public @Maybe String[]
            dev.tare.sample.Sample.Promise : @Retention(RUNTIME) @Target({METHOD, TYPE}) public static @interface
            dev.tare.sample.Sample.Promise.sizes() : attribute int[] = {1, 2}
            dev.tare.sample.Sample.Promise.type() : attribute Class<?> = not published
            dev.tare.sample.Sample.Promise.value() : attribute String, required
            dev.tare.sample.Sample.Shape : public static interface
            dev.tare.sample.Sample.Shape.draw() : public default void
            dev.tare.sample.Sample.Shape.name() : public abstract String
            dev.tare.sample.Sample.Tree : public static sealed interface permits Sample.Leaf, Sample.Node
            dev.tare.sample.Sample.clear() : public void
            dev.tare.sample.Sample.field : protected long
            dev.tare.sample.Sample.get(java.util.List<? super T>) : public <E extends Exception> @Maybe T throws E, java.io.IOException
            dev.tare.sample.Sample.inherited() : public int
            dev.tare.sample.Sample.new(int...) : protected
            dev.tare.sample.Sample.size() : public Number
            package dev.tare.sample :
            requires java.base : mandated
            """);
  }

  /** Applies all changes at once, since a compilation takes a second. */
  @Test
  void eachChangeIsNamed() throws IOException {
    String changed = SOURCE;
    for (String line : CHANGES.lines().toList()) {
      String[] change = line.split(" -> ", 2);
      assertThat(changed).contains(change[0]);
      changed = changed.replace(change[0], change[1]);
    }

    assertThat(String.join("\n", changes(sample, compiled("changed", changed))) + "\n")
        .isEqualTo(
            """
            - dev.tare.sample.Sample : public abstract class <T extends Comparable<T>> extends Base
            - dev.tare.sample.Sample.Color.GREEN : constant 1
            - dev.tare.sample.Sample.Color.RED : constant 0
            - dev.tare.sample.Sample.LIMIT : public static final int = 5
            - dev.tare.sample.Sample.Leaf : public static final class implements Sample.Tree
            - dev.tare.sample.Sample.Node : public static class implements Sample.Tree
            - dev.tare.sample.Sample.Pair.first : component 0 int
            - dev.tare.sample.Sample.Pair.first() : public int
            - dev.tare.sample.Sample.Promise : @Retention(RUNTIME) @Target({METHOD, TYPE}) public static @interface
            - dev.tare.sample.Sample.Promise.sizes() : attribute int[] = {1, 2}
            - dev.tare.sample.Sample.Promise.value() : attribute String, required
            - dev.tare.sample.Sample.Tree : public static sealed interface permits Sample.Leaf, Sample.Node
            - dev.tare.sample.Sample.clear() : public void
            - dev.tare.sample.Sample.field : protected long
            - dev.tare.sample.Sample.get(java.util.List<? super T>) : public <E extends Exception> @Maybe T throws E, java.io.IOException
            - dev.tare.sample.Sample.inherited() : public int
            - dev.tare.sample.Sample.new(int...) : protected
            - dev.tare.sample.Sample.size() : public Number
            + dev.tare.sample.Sample : public abstract class <T extends Comparable<? super T>> extends Base
            + dev.tare.sample.Sample.Color.BLUE : constant 2
            + dev.tare.sample.Sample.Color.GREEN : constant 0
            + dev.tare.sample.Sample.Color.RED : constant 1
            + dev.tare.sample.Sample.LIMIT : public static final int = 6
            + dev.tare.sample.Sample.Leaf : @Deprecated public static final class implements Sample.Tree
            + dev.tare.sample.Sample.Node : public static class
            + dev.tare.sample.Sample.Pair.one : component 0 int
            + dev.tare.sample.Sample.Pair.one() : public int
            + dev.tare.sample.Sample.Promise : @Retention(RUNTIME) @Target({METHOD}) public static @interface
            + dev.tare.sample.Sample.Promise.on() : attribute boolean = true
            + dev.tare.sample.Sample.Promise.sizes() : attribute int[] = {1}
            + dev.tare.sample.Sample.Promise.to() : attribute String, required
            + dev.tare.sample.Sample.Promise.value() : attribute long, required
            + dev.tare.sample.Sample.Secret : public static class
            + dev.tare.sample.Sample.Secret.new() : public
            + dev.tare.sample.Sample.Shape.area() : public default int
            + dev.tare.sample.Sample.Shape.sides() : public abstract int
            + dev.tare.sample.Sample.Tree : public static sealed interface permits Sample.Leaf
            + dev.tare.sample.Sample.field : protected static long
            + dev.tare.sample.Sample.get(java.util.List<? super T>) : public <E extends Exception> T throws E
            + dev.tare.sample.Sample.inherited() : public long
            + dev.tare.sample.Sample.new(int[]) : protected
            + dev.tare.sample.Sample.over(long...) : protected abstract int
            + dev.tare.sample.Sample.size() : public Integer
            """);
  }

  /** Returns the lines that were removed, and then those that were added. */
  private static List<String> changes(String before, String after) {
    return Stream.concat(
            before.lines().filter(line -> !after.contains(line + "\n")).map(line -> "- " + line),
            after.lines().filter(line -> !before.contains(line + "\n")).map(line -> "+ " + line))
        .toList();
  }

  private static String compiled(String name, String source) throws IOException {
    Path sources = Files.createDirectories(folder.resolve(name));
    Path classes = folder.resolve(name + "-classes");
    Path module = sources.resolve("module-info.java");
    Path types = sources.resolve("Sample.java");
    Files.writeString(module, "module sample { exports dev.tare.sample; }");
    Files.writeString(types, source);
    StringWriter errors = new StringWriter();
    PrintWriter printer = new PrintWriter(errors);
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    String[] line = {"-proc:none", "-d", "" + classes, "" + module, "" + types};
    assertThat(javac.run(printer, printer, line)).as(errors::toString).isZero();
    return PublishedApi.of(classes);
  }
}
