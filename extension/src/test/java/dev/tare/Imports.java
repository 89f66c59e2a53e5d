package dev.tare;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/** Checks whether the package of a class may import what the class imports. */
final class Imports extends ArchCondition<JavaClass> {

  private final Predicate<String> checked;
  private final BiPredicate<String, String> allowed;

  private Imports(String what, Predicate<String> checked, BiPredicate<String, String> allowed) {
    super("have only imports " + what);
    this.checked = checked;
    this.allowed = allowed;
  }

  /**
   * @param checked selects the imported packages that are checked
   * @param allowed whether the first package may import the second
   */
  static Imports beOnly(
      String what, Predicate<String> checked, BiPredicate<String, String> allowed) {
    return new Imports(what, checked, allowed);
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
      JavaClass target = dependency.getTargetClass().getBaseComponentType();
      if (!target.isPrimitive() && checked.test(target.getPackageName())) {
        boolean isAllowed = allowed.test(type.getPackageName(), target.getPackageName());
        events.add(new SimpleConditionEvent(type, isAllowed, dependency.getDescription()));
      }
    }
  }
}
