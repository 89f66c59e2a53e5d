package dev.tare.examples;

import dev.tare.allocation.MaxAllocatedBytes;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Disabled;

/**
 * A composed annotation with its own name.
 *
 * <p>It defines a limit in one place instead of forty. A composed annotation works wherever its
 * component annotations work.
 */
class Example13OwnAnnotationTests {

  // tag::right[]
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.RUNTIME)
  @MaxAllocatedBytes("0 B")
  @interface AllocationFree {}

  @AllocationFree
  int findsTheTab() {
    return TimeZones.ROWS.get(0).indexOf('\t');
  }

  // end::right[]

  @Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    @AllocationFree
    int findsTheTab() {
      return TimeZones.ROWS.get(0).substring(2).indexOf('\t');
    }
    // end::wrong[]
  }
}
