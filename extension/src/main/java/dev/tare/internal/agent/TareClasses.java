package dev.tare.internal.agent;

/** Recognizes Tare's own classes by name, also in the agent jar, which relocates them. */
public final class TareClasses {

  private static final String INTERNAL = parent(TareClasses.class.getPackageName()) + ".";
  private static final String ROOT = parent(parent(TareClasses.class.getPackageName())) + ".";

  /**
   * Simple name of the stubs through which Tare calls bodies. They are hidden classes in the
   * package of the test.
   */
  public static final String STUB = "Tare$Call";

  private TareClasses() {}

  private static String parent(String packageName) {
    return packageName.substring(0, packageName.lastIndexOf('.'));
  }

  /** Returns whether a class belongs to Tare, published or not. */
  public static boolean isOwn(String className) {
    return className.startsWith(ROOT);
  }

  /** Returns whether a class belongs to Tare and is not published. */
  public static boolean isInternal(String className) {
    return className.startsWith(INTERNAL);
  }

  /** Returns whether a class is a stub, through which Tare calls a body. */
  public static boolean isStub(String className) {
    return className.contains(STUB);
  }
}
