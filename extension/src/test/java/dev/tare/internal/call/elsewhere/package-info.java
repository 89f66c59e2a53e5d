/** Classes that tests in other packages inherit from. */
@NullMarked
package dev.tare.internal.call.elsewhere;

import org.jspecify.annotations.NullMarked;
