package dev.tare;

import dev.tare.allocation.NoAllocation;
import org.junit.jupiter.api.Test;

/** Package-private tests, which a subclass in another package does not see. */
public class PackagePrivateTestCases {

  protected PackagePrivateTestCases() {}

  @NoAllocation
  void alone() {}

  @Test
  @NoAllocation
  void ofJupiter() {}

  @NoAllocation
  void inherited() {}

  @NoAllocation
  protected void visible() {}
}
