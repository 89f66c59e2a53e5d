package dev.tare.internal.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JvmArgumentsTests {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Xmx1g",
        "-XX:+UseSerialGC",
        "-Dsome.key=some value",
        "--add-opens=java.base/java.lang=ALL-UNNAMED",
        "--module-path=/a:/b",
        "-javaagent:/repository/tare-junit-jupiter.jar",
        "-javaagent:/repository/byte-buddy-agent.jar=jacoco",
        "-ea"
      })
  void argumentsThatSayHowCodeRunsAreKept(String argument) {
    assertThat(JvmArguments.of(List.of(argument)).kept()).containsExactly(argument);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=5005",
        "-Xrunjdwp:transport=dt_socket",
        "-agentpath:/opt/libjdwp.so=transport=dt_socket",
        "-javaagent:/repository/org.jacoco.agent-runtime.jar=destfile=target/jacoco.exec",
        "-javaagent:/opt/idea/lib/idea_rt.jar=41234:/opt/idea/bin",
        "-Dcom.sun.management.jmxremote.port=9010",
        "-XX:StartFlightRecording=filename=all.jfr",
        "-Xlog:gc:file=gc.log"
      })
  void argumentsThatTwoJvmsCannotShareAreDropped(String argument) {
    assertThat(JvmArguments.of(List.of("-Xmx1g", argument)).kept()).containsExactly("-Xmx1g");
  }

  @Test
  void dynamicAgentLoadingIsAllowed() {
    assertThat(JvmArguments.of(List.of("-Xmx1g")).withDynamicAgentLoading())
        .containsExactly("-Xmx1g", "-XX:+EnableDynamicAgentLoading");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-XX:-EnableDynamicAgentLoading", "-XX:+EnableDynamicAgentLoading"})
  void explicitAgentLoadingOptionIsKept(String argument) {
    assertThat(JvmArguments.of(List.of(argument, "-ea")).withDynamicAgentLoading())
        .containsExactly(argument, "-ea");
  }
}
