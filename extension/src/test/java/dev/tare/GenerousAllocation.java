package dev.tare;

import dev.tare.allocation.MaxAllocatedBytes;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** A user's own annotation, composed of one of Tare's. */
@Retention(RetentionPolicy.RUNTIME)
@MaxAllocatedBytes("1 MB")
public @interface GenerousAllocation {}
