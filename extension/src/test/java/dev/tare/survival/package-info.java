/** Tests of the promises that objects are collected. */
@org.jspecify.annotations.NullMarked
package dev.tare.survival;
