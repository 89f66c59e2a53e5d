package dev.tare.internal.agent;

import java.io.File;

/**
 * Has the agent prepared and asks for access at once, or when the files in the temporary folder are
 * deleted; prints how many jars there are then, and the answer.
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
    String answer = AgentProbe.answer(Agent.access());
    Ahead.end();
    System.out.println(new File(arguments[0]).list().length + " " + answer);
  }
}
