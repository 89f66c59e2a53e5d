package io.quarkus.test.junit;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stands for Quarkus's annotation of the same name, which Tare recognizes by its name. */
@Retention(RetentionPolicy.RUNTIME)
public @interface QuarkusTest {}
