/**
 * Promises that objects are collected once a test has let go of them, that calls leave no objects
 * behind, and that they make none old.
 *
 * <p>Imports lower floors and the JUnit API only.
 */
@NullMarked
package dev.tare.survival;

import org.jspecify.annotations.NullMarked;
