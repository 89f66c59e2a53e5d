/** What the extension does with any metric, shown with two that need no JVM. */
@org.jspecify.annotations.NullMarked
package dev.tare.extension;
