/**
 * Profiles written as text, JSON and XML.
 *
 * <p>Imports the published types of {@code heap}, the JDK and Gson only.
 */
@NullMarked
package dev.tare.internal.heap.dump;

import org.jspecify.annotations.NullMarked;
