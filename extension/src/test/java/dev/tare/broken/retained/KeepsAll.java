package dev.tare.broken.retained;

import java.lang.annotation.Documented;

@Documented
@interface KeepsAll {}
