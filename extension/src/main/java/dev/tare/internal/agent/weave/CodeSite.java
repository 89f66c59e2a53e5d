package dev.tare.internal.agent.weave;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An allocation site: an instruction of woven code after which the counter is read, or a method
 * whose calls are timed.
 *
 * @param name the class of the objects that it creates, the library call that it makes, or the
 *     timed method
 * @param label a word for allocation that the source does not show: {@code boxing}; else empty
 * @param createsObjects whether the instruction itself creates objects, each of which is counted
 * @param where the line: {@code Class.method(File.java:41)}
 * @param owner the binary name of the class whose code it is; empty if it is not known
 */
public record CodeSite(
    String name, String label, boolean createsObjects, String where, String owner) {

  /** The site of all other allocation: by the VM itself and by code that was not woven. */
  public static final CodeSite ELSEWHERE =
      new CodeSite("the VM itself or code that was not woven", "", false, "");

  /** The native method that creates the arrays of an exception's stack trace. */
  private static final String STACK_TRACE = "in java.lang.Throwable.fillInStackTrace()";

  /** The label of a concatenation of strings, characters and whole numbers. */
  static final String CONCATENATION = "concatenation";

  /** Creates a site of an unknown class. */
  public CodeSite(String name, String label, boolean createsObjects, String where) {
    this(name, label, createsObjects, where, "");
  }

  /** Returns this site as one of a class. */
  CodeSite in(String newOwner) {
    return new CodeSite(name, label, createsObjects, where, newOwner);
  }

  /** Returns a line as text: {@code Outer.Inner.method(File.java:41)}. */
  public static String where(String type, String method, @Nullable String file, int line) {
    return sourceName(type) + "." + method + "(" + line(file, line) + ")";
  }

  /** Returns the name of a class in the source, without its package: {@code Outer.Inner}. */
  static String sourceName(String type) {
    return type.substring(type.lastIndexOf('.') + 1).replace('$', '.');
  }

  /** Returns file and line, as far as the class has them; generated classes have none. */
  static String line(@Nullable String file, int line) {
    if (file == null) {
      return "unknown source";
    }
    return line < 0 ? file : file + ":" + line;
  }

  /** Beginning of the names of calls: {@code in java.util.List.of()}. */
  static final String CALL = "in ";

  /** Returns the class and the method that the site calls; empty if it calls none by name. */
  public Optional<String> called() {
    return name.startsWith(CALL)
        ? Optional.of(name.substring(CALL.length(), name.length() - "()".length()))
        : Optional.empty();
  }

  /**
   * Returns the classes of the objects that the site creates and does not count; empty if they may
   * be of any class.
   */
  public List<String> uncountedClasses() {
    // exceptions may override the public method of this name, which calls the native one
    if (name.equals(STACK_TRACE) && where.startsWith("Throwable.fillInStackTrace(")) {
      return List.of("java.lang.Object[]", "short[]", "int[]", "long[]");
    }
    return label.equals(CONCATENATION) ? List.of("java.lang.String", "byte[]") : List.of();
  }

  /**
   * The sites of one weaving, by number. The number of a library's site is odd. Synchronized,
   * because a class is woven on the thread that loads it.
   */
  public static final class Sites {

    private final List<CodeSite> sites = new ArrayList<>();
    private final int first;

    /**
     * @param first the position of the first site among those of all weavings, positive
     */
    public Sites(int first) {
      this.first = first;
    }

    /** Adds a new site, and returns its number. */
    synchronized int add(CodeSite site, boolean library) {
      sites.add(site);
      return (first + sites.size() - 1) * 2 + (library ? 1 : 0);
    }

    /**
     * Returns the site of a number; {@link CodeSite#ELSEWHERE} if the number belongs to another
     * weaving, whose hooks are in methods that still run.
     */
    public synchronized CodeSite get(int number) {
      int index = number / 2 - first;
      return index >= 0 && index < sites.size() ? sites.get(index) : CodeSite.ELSEWHERE;
    }

    /** Returns whether a site is one of a library or the JDK. */
    public static boolean isOfLibrary(int number) {
      return (number & 1) != 0;
    }

    /** Returns the number of sites. */
    public synchronized int size() {
      return sites.size();
    }
  }
}
