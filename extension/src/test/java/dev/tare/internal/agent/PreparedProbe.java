package dev.tare.internal.agent;

import java.io.File;

/**
 * Prepares the agent and requests access, at once or after the files in the temporary folder are
 * deleted; prints the number of jars and the outcome.
 */
public final class PreparedProbe {

  private PreparedProbe() {}

  public static void main(String[] arguments) throws InterruptedException {
    Agent.prepareAhead();
    if (arguments.length > 1) {
      Ahead.end();
      for (File file : new File(arguments[0]).listFiles()) {
        file.delete();
      }
    }
    String answer = AgentProbe.outcome(Agent.access());
    Ahead.end();
    System.out.println(new File(arguments[0]).list().length + " " + answer);
  }
}
