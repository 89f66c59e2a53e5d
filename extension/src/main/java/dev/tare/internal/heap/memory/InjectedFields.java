package dev.tare.internal.heap.memory;

import java.util.List;
import java.util.Map;

/**
 * Sizes of the fields that HotSpot adds to JDK classes and that reflection does not list, as of JDK
 * 17 and 25. {@link ModelledSizes} detects missing or changed classes, since it compares the model
 * with this JVM.
 */
final class InjectedFields {

  /** Placeholder for the size of a reference. */
  static final int REFERENCE = 0;

  private static final int POINTER = 8;

  private static final Map<String, List<Integer>> ALWAYS =
      Map.of(
          "java.lang.String", List.of(1),
          "java.lang.ClassLoader", List.of(POINTER),
          "java.lang.Module", List.of(POINTER),
          "java.lang.InternalError", List.of(1),
          "java.lang.invoke.MemberName", List.of(POINTER));

  private static final Map<String, List<Integer>> BEFORE_21 =
      Map.of(
          "java.lang.invoke.ResolvedMethodName", List.of(REFERENCE, POINTER),
          "java.lang.invoke.MethodHandleNatives$CallSiteContext", List.of(POINTER, POINTER),
          "java.lang.StackFrameInfo", List.of(2));

  private static final Map<String, List<Integer>> FROM_21 =
      Map.of(
          "java.lang.Thread", List.of(POINTER, 4, 1, 2),
          "java.lang.VirtualThread", List.of(POINTER),
          "java.lang.invoke.CallSite", List.of(POINTER, POINTER),
          "java.lang.invoke.ResolvedMethodName", List.of(POINTER),
          "java.lang.StackFrameInfo", List.of(2));

  private InjectedFields() {}

  static List<Integer> of(Class<?> type) {
    if (type.getClassLoader() != null) {
      return List.of();
    }
    Map<String, List<Integer>> changed = Runtime.version().feature() < 21 ? BEFORE_21 : FROM_21;
    List<Integer> always = ALWAYS.get(type.getName());
    return always != null ? always : changed.getOrDefault(type.getName(), List.of());
  }
}
