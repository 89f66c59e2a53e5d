/** Tests that compare the documentation with compiled snippets and printed outputs. */
@NullMarked
package dev.tare.examples.documentation;

import org.jspecify.annotations.NullMarked;
