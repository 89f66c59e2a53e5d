package org.spockframework.runtime.model;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stands for Spock's annotation of the same name, which Tare recognizes by its name. */
@Retention(RetentionPolicy.RUNTIME)
public @interface FeatureMetadata {}
