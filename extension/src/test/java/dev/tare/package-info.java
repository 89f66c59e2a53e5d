/** Tests of the whole: architecture, and how test cases are run and looked at. */
@org.jspecify.annotations.NullMarked
package dev.tare;
