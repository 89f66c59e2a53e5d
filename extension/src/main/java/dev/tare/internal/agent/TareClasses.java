package dev.tare.internal.agent;

/** Tells Tare's own classes from others by their names, also where the agent jar relocates them. */
public final class TareClasses {

  private static final String INTERNAL = parent(TareClasses.class.getPackageName()) + ".";
  private static final String ROOT = parent(parent(TareClasses.class.getPackageName())) + ".";

  private TareClasses() {}

  private static String parent(String packageName) {
    return packageName.substring(0, packageName.lastIndexOf('.'));
  }

  /** Returns whether a class is Tare's, published or not. */
  public static boolean isOwn(String className) {
    return className.startsWith(ROOT);
  }

  /** Returns whether a class is Tare's and not published. */
  public static boolean isInternal(String className) {
    return className.startsWith(INTERNAL);
  }
}
