package dev.tare;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.retained.MaxRetainedSize;
import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * A program that runs tests without an assertion of AssertJ, and prints what is loaded of it. Its
 * argument is the folder of the verdicts file.
 */
final class UnusedAssertjProbe {

  private UnusedAssertjProbe() {}

  static class TestCases {

    @MaxRetainedSize("1 MiB")
    Object retained() {
      return List.of(1, 2);
    }

    @Test
    @MaxAllocatedBytes("0 B")
    void allocates() {
      sink = new byte[10];
    }

    @Test
    void plain() {
      Tare.calling(() -> new byte[10]).allocated();
    }
  }

  private static Object sink = "";

  public static void main(String[] arguments) throws Exception {
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .configurationParameter("tare.report.directory", arguments[0])
                .selectors(selectClass(TestCases.class))
                .build(),
            summary);
    System.out.println("succeeded = " + summary.getSummary().getTestsSucceededCount());
    System.out.println("failed = " + summary.getSummary().getTestsFailedCount());
    System.out.println("module = " + Tare.class.getModule().getName());
    loaded()
        .lines()
        .filter(line -> line.contains("assertj") || line.contains("dev.tare.internal.jupiter"))
        .forEach(line -> System.out.println("loaded: " + line));
    System.out.println("sink = " + (sink != null));
  }

  private static String loaded() throws Exception {
    return (String)
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "vmClassHierarchy",
                new Object[] {new String[0]},
                new String[] {String[].class.getName()});
  }
}
