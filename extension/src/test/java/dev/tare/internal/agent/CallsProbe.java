package dev.tare.internal.agent;

import dev.tare.internal.call.TestBodies;
import dev.tare.internal.profile.CallProfiling;
import java.util.List;

/** Counts calls in a JVM of its own and prints what came of it. */
public final class CallsProbe {

  private CallsProbe() {}

  public static void main(String[] arguments) throws Throwable {
    CallProfiling profiling = new CallProfiling(List.of(CallsProbe.class), -1L, 1);
    Object answer =
        profiling.of(
            TestBodies.of(
                new CallsProbe(),
                CallsProbe.class.getDeclaredMethod("body"),
                new Object[0],
                (called, target, given) -> called.invoke(target)));
    System.out.println(
        answer instanceof CallProfiling.Answer.Refused refused ? refused.reason() : "profiled");
  }

  void body() {}
}
