package dev.tare.examples.ownmetric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.extension.MeasuredBy;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Uses the metric of the guide on the module path. As in most projects with modules, none requires
 * JUnit's launcher, so that Surefire leaves it on the class path.
 */
class MaxStartedThreadsTests {

  @Test
  void metricAndTareAreModulesAndTheLauncherIsNot() {
    assertEquals("dev.tare.examples.ownmetric", StartedThreads.class.getModule().getName());
    assertEquals("dev.tare", MeasuredBy.class.getModule().getName());
    assertEquals(Optional.empty(), ModuleLayer.boot().findModule("org.junit.platform.launcher"));
  }

  @MaxStartedThreads(0)
  int returningMethodStartsNone() {
    return 1;
  }

  @Test
  @MaxStartedThreads(0)
  void testOfJupiterStartsNone() {}

  @Test
  @MaxStartedThreads(0)
  @ExtendWith(ExpectsExceeded.class)
  void startsOneTooMany() throws InterruptedException {
    Thread thread = new Thread(() -> {});
    thread.start();
    thread.join();
  }
}
