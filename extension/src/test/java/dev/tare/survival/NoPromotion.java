package dev.tare.survival;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.platform.commons.annotation.Testable;

/** Composed annotation of a user. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@MaxPromotedBytes("0 B")
@Testable
@interface NoPromotion {}
