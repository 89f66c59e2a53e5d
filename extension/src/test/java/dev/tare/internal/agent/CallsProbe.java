package dev.tare.internal.agent;

import dev.tare.internal.call.TestBodies;
import dev.tare.internal.profile.CallProfile;
import dev.tare.internal.profile.ProfiledCalls;
import java.util.List;

/** Profiles calls in a JVM of its own and prints {@code profiled}, or the reason why it cannot. */
public final class CallsProbe {

  private CallsProbe() {}

  public static void main(String[] arguments) throws Throwable {
    Object outcome =
        CallProfile.of(
            List.of(CallsProbe.class),
            -1L,
            new ProfiledCalls(
                TestBodies.of(new CallsProbe(), CallsProbe.class.getDeclaredMethod("body")),
                List.of(),
                ProfiledCalls.UNKNOWN));
    System.out.println(
        outcome instanceof CallProfile.ProfileOutcome.Unprofiled refused
            ? refused.reason()
            : "profiled");
  }

  void body() {}
}
