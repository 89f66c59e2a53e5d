package org.testng.annotations;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stands for TestNG's annotation of the same name, which Tare recognizes by its name. */
@Retention(RetentionPolicy.RUNTIME)
public @interface Test {}
