package dev.tare;

import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/** Checks that static fields are final and that their values never change. */
final class ImmutableStatics extends ArchCondition<JavaField> {

  private ImmutableStatics() {
    super("be final and hold a value that never changes");
  }

  static ImmutableStatics neverChange() {
    return new ImmutableStatics();
  }

  @Override
  public void check(JavaField field, ConditionEvents events) {
    boolean immutable =
        field.getModifiers().contains(JavaModifier.FINAL)
            && ImmutableValue.test(ImmutableValue.read(field.reflect(), null));
    events.add(new SimpleConditionEvent(field, immutable, field.getFullName()));
  }
}
