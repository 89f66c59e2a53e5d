package kotlin;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Stands for the annotation that Kotlin's compiler adds to each class. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Metadata {

  /** Returns the kind: 1 for a class, 2 for the functions of a file. */
  int k() default 1;

  /** Returns the names in the class. */
  String[] d2() default {};
}
