package outcomes;

import dev.tare.allocation.NoAllocation;
import org.junit.jupiter.api.Test;

/** Limits that a test class inherits. */
interface Inherited {

  @NoAllocation
  default byte[] inheritedFromAnInterface() {
    return new byte[10];
  }

  @Test
  @NoAllocation
  default void inheritedTest() {}
}
