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
 * Objects that the JDK shares, so that no program can let them be collected: {@code
 * Optional.empty()}, {@code List.of()}, {@code BigInteger.ONE}.
 *
 * <p>A final static field of the JDK refers to such an object. Or the object is one of several in
 * an array, list or map of the JDK that a final static field of the object's own class refers to,
 * as in {@code BigInteger.valueOf(5)}. An application cannot add objects to either.
 */
public final class JdkConstants {

  /** Largest number of objects that are searched, all in one walk. */
  private static final int MOST = 1_000;

  private JdkConstants() {}

  /**
   * Returns the path to the first of the objects that the JDK shares; empty if it shares none.
   *
   * @throws dev.tare.heap.UnweighableException if this JVM does not allow an agent to be loaded
   */
  public static Optional<RootPath> path(ReleasedObjects objects) {
    HeapAccess.require();
    List<Object> targets =
        objects.some(MOST).stream()
            .filter(object -> JdkModules.isOfTheJdk(object.getClass()))
            .toList();
    if (targets.isEmpty()) {
      return Optional.empty();
    }
    List<Field> fields =
        HeapRoots.list(List.of()).staticsOfTheJdk().stream()
            .filter(field -> targets.stream().anyMatch(object -> mayShare(field, object)))
            // other classes of the JDK may refer to the same object
            .sorted(comparing(field -> targets.stream().noneMatch(object -> isNear(field, object))))
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

  private static boolean mayShare(Field field, Object object) {
    // System.setOut and its like change final fields
    if (!Modifier.isFinal(field.getModifiers()) || field.getDeclaringClass() == System.class) {
      return false;
    }
    Object value =
        ObjectMemory.reference(ObjectMemory.staticHolder(field), ObjectMemory.staticOffset(field));
    return value == object
        || (field.getDeclaringClass().isInstance(object)
            && (value instanceof Object[] || value instanceof Collection || value instanceof Map));
  }

  /** Returns whether a field's class and that of an object are declared in the same class. */
  private static boolean isNear(Field field, Object object) {
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
