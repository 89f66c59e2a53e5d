package dev.tare;

import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/** Asks of every static field whether it is final and whether its value can never change. */
final class ImmutableStatics extends ArchCondition<JavaField> {

  private ImmutableStatics() {
    super("be final and hold a value that never changes");
  }

  static ImmutableStatics neverChange() {
    return new ImmutableStatics();
  }

  @Override
  public void check(JavaField field, ConditionEvents events) {
    boolean fine =
        field.getModifiers().contains(JavaModifier.FINAL)
            && ImmutableValue.test(ImmutableValue.read(field.reflect(), null));
    events.add(new SimpleConditionEvent(field, fine, field.getFullName()));
  }
}
