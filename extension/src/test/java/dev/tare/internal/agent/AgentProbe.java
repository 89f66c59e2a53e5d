package dev.tare.internal.agent;

import dev.tare.internal.agent.Agent.AgentAccess;
import java.lang.instrument.Instrumentation;

/** Requests access in a JVM of its own and prints the outcome. */
public final class AgentProbe {

  private AgentProbe() {}

  public static void main(String[] arguments) {
    System.out.println(outcome(Agent.access()));
  }

  static String outcome(AgentAccess access) {
    if (access instanceof AgentAccess.Refused refused) {
      return "refused\n" + refused.reason() + "\n" + refused.remedy();
    }
    Instrumentation instrumentation = ((AgentAccess.Granted) access).instrumentation();
    long size = instrumentation.getObjectSize(new byte[1000]);
    Module base = Object.class.getModule();
    Module own = Agent.class.getModule();
    return "granted %d %s %s"
        .formatted(size, base.isExported("jdk.internal.misc", own), base.isOpen("java.lang", own));
  }
}
