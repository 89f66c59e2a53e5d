package dev.tare.survival;

import dev.tare.heap.Holder;
import dev.tare.heap.RootPath;
import dev.tare.internal.agent.JUnitClasses;
import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Remark;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Advice for an object that the test itself still holds. If the test let go of the object, it is
 * not judged; if calls of the test left it behind, it counts.
 *
 * @param path the path from the test instance, an enclosing one, or an argument of the test
 * @param testClasses the classes of the test instances
 */
record HeldByTest(RootPath path, List<Class<?>> testClasses) {

  /**
   * Returns the note for objects that calls leave behind. Empty unless the test itself may hold
   * them: between the test, or its argument, and these objects there are only containers of the
   * JDK. An object of the application between them may be what is tested.
   *
   * @param isLeftBehind whether calls leave objects of a class behind
   */
  Optional<Remark> note(Predicate<Class<?>> isLeftBehind) {
    if (path.kind() != Holder.RootKind.EXTRA_ROOT || path.steps().isEmpty()) {
      return Optional.empty();
    }
    int firstLeftBehind = path.steps().size();
    for (int i = firstLeftBehind - 1; i >= 0; i--) {
      Class<?> holder = holder(i);
      if (holder != null && isLeftBehind.test(holder)) {
        firstLeftBehind = i;
      } else if (!isContainer(i)) {
        return Optional.empty();
      }
    }
    RootPath pathToIt =
        new RootPath(
            path.kind(), path.root(), path.type(), path.steps().subList(0, firstLeftBehind), null);
    return Optional.of(
        Remark.of(
            "held-by-test",
            "{holder} of the test holds the objects; if the test puts them there, {change}",
            beginsAtInstance()
                ? "the field " + fieldName(path.steps().get(0).reference())
                : "an argument",
            String.join(", or ", new HeldByTest(pathToIt, testClasses).changes())));
  }

  /** Returns whether a test, an object of the JDK, an array or a lambda has the reference. */
  private boolean isContainer(int step) {
    Class<?> holder = holder(step);
    return holder == null
        ? typeOfHolder(step).contains("$$Lambda")
        : testClasses.contains(holder) || !isOfTheApplication(holder);
  }

  /** Returns whether the path begins at a test instance, and not at an argument. */
  private boolean beginsAtInstance() {
    return testClasses.stream().anyMatch(type -> ClassShape.className(type).equals(path.root()));
  }

  /** Returns the measurement for an object that the test let go of. */
  Missing measurement() {
    Optional<String> ofJUnit = heldByJUnit();
    if (ofJUnit.isPresent()) {
      return new Missing(
          UncollectedObjects.FIGURE,
          "JUnit still holds an object that the test let go of: " + ofJUnit.get(),
          "remove it from the store of the ExtensionContext before the test ends, or let go of"
              + " an object that is not in it");
    }
    StringBuilder held = new StringBuilder(path.root());
    path.steps().forEach(step -> held.append(step.reference()));
    return new Missing(
        UncollectedObjects.FIGURE,
        "the test itself still holds an object it let go of: " + held,
        remedy());
  }

  /** Returns the part of the path that begins at its last object of JUnit; empty if it has none. */
  private Optional<String> heldByJUnit() {
    Optional<String> held = Optional.empty();
    if (JUnitClasses.isOwn(path.type())) {
      held = Optional.of(path.type());
    }
    for (RootPath.Step step : path.steps()) {
      held = held.map(earlier -> earlier + step.reference());
      if (JUnitClasses.isOwn(step.type())) {
        held = Optional.of(step.type());
      }
    }
    return held;
  }

  private String remedy() {
    boolean direct = path.steps().isEmpty();
    if (!beginsAtInstance()) {
      return direct
          ? "create the object in the test, not as its argument"
          : "create the object in the test, not as a part of its argument";
    }
    return direct
        ? "let go of an object that the test creates, not of the test itself"
        : String.join(", or ", changes());
  }

  /** Returns the changes to the test that would remove a reference, the last reference first. */
  private List<String> changes() {
    Set<String> changes = new LinkedHashSet<>();
    String removal = "";
    for (int i = path.steps().size() - 1; i >= 0; i--) {
      Class<?> holder = holder(i);
      if (holder == null || !isOfTheApplication(holder)) {
        // for a set that is implemented with a map, the set
        removal = removal(i).orElse(removal);
        continue;
      }
      changes.add(removal);
      removal = "";
      String reference = path.steps().get(i).reference();
      if (canBeSet(holder, reference)) {
        changes.add("set the field %s%s to null".formatted(holder.getTypeName(), reference));
        break;
      }
    }
    changes.add(removal); // if an argument is the container
    changes.remove("");
    changes.add("keep the object in a local variable");
    return List.copyOf(changes);
  }

  /** Returns the change that removes a reference from its container; empty if it is in none. */
  private Optional<String> removal(int step) {
    Class<?> holder = holder(step);
    if (holder == null) {
      return Optional.empty();
    }
    if (holder.isArray()) {
      Class<?> owner = step == 0 ? null : holder(step - 1);
      return step == 0 || (owner != null && isOfTheApplication(owner))
          ? Optional.of("set the element of the array to null")
          : Optional.empty();
    }
    for (Class<?> kind : List.of(Map.class, List.class, Collection.class)) {
      if (kind.isAssignableFrom(holder)) {
        String noun = kind.getSimpleName().toLowerCase(Locale.ROOT);
        return Optional.of("remove the object from the " + noun);
      }
    }
    return Optional.empty();
  }

  /** Returns the class of the object that has a reference; null if it cannot be found by name. */
  private @Nullable Class<?> holder(int step) {
    String name = typeOfHolder(step);
    String element = name.replace("[]", "");
    for (Class<?> test : testClasses) {
      try {
        Class<?> type = Class.forName(element, false, test.getClassLoader());
        return element.equals(name) ? type : type.arrayType();
      } catch (ClassNotFoundException | LinkageError e) {
        // defined by another loader, or hidden
      }
    }
    return null;
  }

  private String typeOfHolder(int step) {
    return step == 0 ? path.type() : path.steps().get(step - 1).type();
  }

  private static boolean isOfTheApplication(Class<?> type) {
    return !type.isArray() && !JdkModules.isOfTheJdk(type);
  }

  /** Returns the name of a field, without the name of the class that precedes a hidden field. */
  private static String fieldName(String reference) {
    return reference.substring(reference.lastIndexOf(':') + 1).replaceFirst("^\\.", "");
  }

  /** Returns whether a reference is a non-final field of the application. */
  private static boolean canBeSet(Class<?> type, String reference) {
    String name = fieldName(reference);
    for (Class<?> declaring = type;
        declaring != null && !JdkModules.isOfTheJdk(declaring);
        declaring = declaring.getSuperclass()) {
      for (Field field : declaring.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          return !Modifier.isFinal(field.getModifiers());
        }
      }
    }
    return false;
  }
}
