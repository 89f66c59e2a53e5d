/**
 * AssertJ assertions on the bytes, objects and time of calls, and on the size of values.
 *
 * <p>Entry point: {@link dev.tare.assertj.TareAssertions}. AssertJ 3.25 or newer must be on the
 * class path or module path.
 *
 * <p>May import {@code dev.tare}, lower floors, AssertJ and opentest4j.
 */
@NullMarked
package dev.tare.assertj;

import org.jspecify.annotations.NullMarked;
