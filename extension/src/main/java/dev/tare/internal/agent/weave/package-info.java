/**
 * Class files with hooks woven into them.
 *
 * <p>Imports {@code internal.agent}, its recorders, the JDK and Javassist only.
 */
@NullMarked
package dev.tare.internal.agent.weave;

import org.jspecify.annotations.NullMarked;
