/**
 * What holds the documentation to the code: snippets are regions of compiled files, printed output
 * is what was printed.
 */
@NullMarked
package dev.tare.examples.documentation;

import org.jspecify.annotations.NullMarked;
