package dev.tare.internal.survival;

import static java.util.Comparator.comparing;

import dev.tare.heap.RootPath;
import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.HeapAccess;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.memory.ObjectSizes;
import dev.tare.internal.heap.memory.ReferencePolicy;
import dev.tare.internal.heap.walk.HeapRoots;
import dev.tare.internal.heap.walk.PathSearch;
import dev.tare.internal.heap.walk.PathSearch.Stage;
import dev.tare.internal.heap.walk.PathSearch.TargetPath;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Objects that the JDK shares and never lets be collected: {@code Optional.empty()}, {@code
 * List.of()}, {@code BigInteger.ONE}.
 *
 * <p>Such an object is in a final static field of the JDK. Or it is in an array, list or map that a
 * final static field of the object's own class refers to, as {@code BigInteger.valueOf(5)} is. An
 * application cannot add objects to either.
 */
public final class JdkConstants {

  /** Maximum number of objects that are searched, all in one walk. */
  private static final int MAX_OBJECTS = 1_000;

  private JdkConstants() {}

  /**
   * Returns the path to the first of the objects that the JDK shares; empty if it shares none of
   * them.
   *
   * @throws dev.tare.heap.UnweighableException if this JVM does not allow an agent to be loaded
   */
  public static Optional<RootPath> path(ReleasedObjects objects) {
    HeapAccess.require();
    List<Object> targets =
        objects.survivors(MAX_OBJECTS).stream()
            .filter(object -> JdkModules.isOfTheJdk(object.getClass()))
            .toList();
    if (targets.isEmpty()) {
      return Optional.empty();
    }
    List<Field> fields =
        HeapRoots.list(List.of()).staticsOfTheJdk().stream()
            .filter(field -> targets.stream().anyMatch(object -> mayLeadTo(field, object)))
            // first the object's own class: others may refer to the object too
            .sorted(
                comparing(field -> targets.stream().noneMatch(object -> isNestmate(field, object))))
            .toList();
    HeapRoots roots =
        new HeapRoots(List.of(), List.of(), List.of(), fields, Set.of(), List.of(), Set.of());
    ClassShapes strong = new ClassShapes(ReferencePolicy.keeping(Set.of()), ObjectSizes.running());
    List<Optional<TargetPath>> found =
        new PathSearch(strong, roots, List.of()).search(targets, Stage.STRONG);
    return found.stream()
        .flatMap(Optional::stream)
        .map(TargetPath::path)
        .filter(JdkConstants::leadsThroughContainers)
        .findFirst();
  }

  private static boolean mayLeadTo(Field field, Object object) {
    // System.setOut and similar methods change final fields
    if (!Modifier.isFinal(field.getModifiers()) || field.getDeclaringClass() == System.class) {
      return false;
    }
    Object value =
        ObjectMemory.reference(ObjectMemory.staticHolder(field), ObjectMemory.staticOffset(field));
    return value == object
        || (field.getDeclaringClass().isInstance(object)
            && (value instanceof Object[] || value instanceof Collection || value instanceof Map));
  }

  /** Returns whether the field is declared in the class of the object, or in the same nest. */
  private static boolean isNestmate(Field field, Object object) {
    return field.getDeclaringClass().getNestHost() == object.getClass().getNestHost();
  }

  /** Returns whether only arrays, lists and maps are between the root and the object. */
  private static boolean leadsThroughContainers(RootPath path) {
    List<String> types = new ArrayList<>(List.of(path.type()));
    path.steps().forEach(step -> types.add(step.type()));
    return types.subList(0, types.size() - 1).stream()
        .allMatch(type -> type.endsWith("]") || type.startsWith("java.util."));
  }
}
