package dev.tare.examples.ownmetric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.extension.MeasuredBy;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import javax.management.JMException;
import javax.management.ObjectName;
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

  @Test
  @MaxStartedThreads(0)
  void nothingOfAssertjIsLoaded() throws JMException {
    String loaded =
        (String)
            ManagementFactory.getPlatformMBeanServer()
                .invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "vmClassHierarchy",
                    new Object[] {new String[0]},
                    new String[] {String[].class.getName()});

    assertEquals(Optional.empty(), ModuleLayer.boot().findModule("org.assertj.core"));
    assertTrue(loaded.contains("dev.tare.internal.jupiter.TareExtension"));
    assertFalse(loaded.contains("assertj"), loaded);
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
