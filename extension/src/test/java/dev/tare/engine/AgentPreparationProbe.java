package dev.tare.engine;

import dev.tare.extension.ConfigurationKey;
import dev.tare.internal.agent.Premain;
import dev.tare.internal.agent.PreparationThread;
import java.io.File;
import java.util.Arrays;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;

/**
 * Discovers the tests of a class in a separate JVM, and prints the number of descriptors, whether
 * the agent's jar was written, and whether the agent was loaded.
 */
final class AgentPreparationProbe {

  private AgentPreparationProbe() {}

  public static void main(String[] arguments) throws InterruptedException {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectClass(arguments[0]))
            .configurationParameter(ConfigurationKey.ENABLED.key(), arguments[1])
            .build();
    int found =
        new TareTestEngine().discover(request, UniqueId.forEngine("tare")).getDescendants().size();
    PreparationThread.awaitEnd();
    String[] files = new File(System.getProperty("java.io.tmpdir")).list();
    boolean written = Arrays.stream(files).anyMatch(name -> name.startsWith("tare-agent-"));
    System.out.println(found + " " + written + " " + (Premain.instrumentation() != null));
  }
}
