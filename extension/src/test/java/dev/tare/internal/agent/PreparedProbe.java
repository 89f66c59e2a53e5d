package dev.tare.internal.agent;

import java.io.File;

/** Prepares the agent and requests access at once; prints the number of jars and the outcome. */
public final class PreparedProbe {

  private PreparedProbe() {}

  public static void main(String[] arguments) throws InterruptedException {
    Agent.prepareAhead();
    String outcome = AgentProbe.outcome(Agent.access());
    PreparationThread.awaitEnd();
    System.out.println(new File(arguments[0]).list().length + " " + outcome);
  }
}
