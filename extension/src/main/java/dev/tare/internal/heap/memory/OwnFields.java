package dev.tare.internal.heap.memory;

import dev.tare.internal.agent.JdkModules;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sizes of the instance fields that one class declares, in placement order.
 *
 * @param isContended whether the class itself is {@code @Contended}
 * @param uncontended fields in no contention group
 * @param groups fields by contention group; groups share no cache line
 */
record OwnFields(boolean isContended, List<Integer> uncontended, List<List<Integer>> groups) {

  private static final String CONTENDED = "jdk.internal.vm.annotation.Contended";

  /** Returns the fields of a class, including those that the JVM injects. */
  static OwnFields of(Class<?> type, int referenceBytes) {
    // the JVM honours @Contended in no other class
    boolean trusted = JdkModules.isOfTheJdk(type);
    List<Field> uncontended = new ArrayList<>();
    Map<Object, List<Field>> groups = new LinkedHashMap<>();
    for (Field field : ObjectMemory.declaredFields(type)) {
      if (!Modifier.isStatic(field.getModifiers())) {
        String contended = trusted ? contendedText(field) : "";
        if (contended.isEmpty()) {
          uncontended.add(field);
        } else {
          Object group = contended.contains("(\"\")") ? field : contended;
          groups.computeIfAbsent(group, name -> new ArrayList<>()).add(field);
        }
      }
    }
    List<Integer> sizes = new ArrayList<>();
    List<Integer> references = new ArrayList<>();
    for (int injected : InjectedFields.of(type)) {
      boolean isReference = injected == InjectedFields.REFERENCE;
      (isReference ? references : sizes).add(isReference ? referenceBytes : injected);
    }
    return new OwnFields(
        trusted && !contendedText(type).isEmpty(),
        ordered(uncontended, referenceBytes, sizes, references),
        groups.values().stream()
            .map(group -> ordered(group, referenceBytes, new ArrayList<>(), new ArrayList<>()))
            .toList());
  }

  /**
   * Returns the sizes of fields in placement order: primitives, the largest first, then references.
   */
  private static List<Integer> ordered(
      List<Field> fields, int referenceBytes, List<Integer> sizes, List<Integer> references) {
    for (Field field : fields) {
      boolean isReference = !field.getType().isPrimitive();
      (isReference ? references : sizes)
          .add(isReference ? referenceBytes : ModelledSizes.bytes(field.getType()));
    }
    sizes.sort(Comparator.reverseOrder());
    sizes.addAll(references);
    return List.copyOf(sizes);
  }

  /**
   * Returns the text of the {@code @Contended} annotation, which includes the group's name; empty
   * if there is none.
   */
  private static String contendedText(AnnotatedElement element) {
    for (Annotation annotation : element.getDeclaredAnnotations()) {
      if (annotation.annotationType().getName().equals(CONTENDED)) {
        return annotation.toString();
      }
    }
    return "";
  }
}
