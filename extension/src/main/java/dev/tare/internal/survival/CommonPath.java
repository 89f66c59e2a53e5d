package dev.tare.internal.survival;

import dev.tare.heap.RootPath;
import dev.tare.heap.RootPath.Step;
import dev.tare.internal.agent.JdkModules;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Text that the paths to similarly held objects have in common: without positions in arrays,
 * numbers of threads, and links of lists and trees.
 */
public final class CommonPath {

  private static final Pattern ARRAY_INDEX = Pattern.compile("\\[\\d+]");

  /** Numbers of threads: at the end of a name, or instead of one. */
  private static final Pattern THREAD_NUMBER =
      Pattern.compile("(?<=-)\\d+(?=\")|(?<=thread #)\\d+");

  private CommonPath() {}

  /** Returns the text of a path: {@code static field com.shop.Sessions.OPEN .table[*].value}. */
  public static String of(RootPath path) {
    String references = references(path);
    return root(path) + (references.isEmpty() ? "" : " " + references);
  }

  /** Returns the text of a path's root. */
  static String root(RootPath path) {
    String noun = path.kind() == RootPath.RootKind.EXTRA_ROOT ? "test object" : path.kind().noun();
    return THREAD_NUMBER.matcher(noun + " " + path.root()).replaceAll("*");
  }

  private static String references(RootPath path) {
    StringBuilder text = new StringBuilder();
    List<Step> steps = path.steps();
    String type = path.type();
    for (int i = 0; i < steps.size(); i++) {
      int next = skipLinks(steps, i, type);
      if (next > i && !areLinks(steps.subList(i, next), type)) {
        text.append(" ... ");
      }
      if (next < steps.size()) {
        text.append(steps.get(next).reference());
        type = steps.get(next).type();
      }
      i = next;
    }
    return ARRAY_INDEX.matcher(text).replaceAll("[*]").strip();
  }

  /**
   * Returns the index of the first reference after those that link objects of the same class.
   *
   * <p>In a class of the application, a link may lead through objects of other classes, as in a
   * tree with lists of children. In one of the JDK, it leads directly to the next object.
   */
  private static int skipLinks(List<Step> steps, int first, String type) {
    int next = first;
    boolean ofTheJdk = JdkModules.isOfTheJdk(type);
    for (int i = first; i < steps.size() && !type.endsWith("]"); i++) {
      if (steps.get(i).type().equals(type)) {
        next = i + 1;
      } else if (ofTheJdk) {
        break;
      }
    }
    return next;
  }

  private static boolean areLinks(List<Step> steps, String type) {
    return steps.stream().allMatch(step -> step.type().equals(type));
  }
}
