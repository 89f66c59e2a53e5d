package dev.tare;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/** Asks of every import of a class whether its package may have it; named as ArchUnit reads. */
final class Imports extends ArchCondition<JavaClass> {

  private final Predicate<String> asked;
  private final BiPredicate<String, String> allowed;

  private Imports(String what, Predicate<String> asked, BiPredicate<String, String> allowed) {
    super("have only imports " + what);
    this.asked = asked;
    this.allowed = allowed;
  }

  /**
   * @param asked which imported packages are looked at
   * @param allowed whether the first package may import the second
   */
  static Imports beOnly(String what, Predicate<String> asked, BiPredicate<String, String> allowed) {
    return new Imports(what, asked, allowed);
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
      JavaClass target = dependency.getTargetClass().getBaseComponentType();
      if (!target.isPrimitive() && asked.test(target.getPackageName())) {
        boolean fine = allowed.test(type.getPackageName(), target.getPackageName());
        events.add(new SimpleConditionEvent(type, fine, dependency.getDescription()));
      }
    }
  }
}
