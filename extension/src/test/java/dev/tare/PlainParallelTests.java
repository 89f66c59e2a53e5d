package dev.tare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import dev.tare.retained.MaxRetainedSize;
import dev.tare.testing.WeavesOrWalks;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.platform.launcher.core.LauncherFactory;

/** Measurements without annotations in the tests of a parallel run. */
@Isolated("the test cases share a map")
@WeavesOrWalks
class PlainParallelTests {

  private static final Map<String, MeasuredFigure> FIGURES = new ConcurrentHashMap<>();

  @Test
  void timesAreDoubtfulInAParallelRunUnlessTheirTestRunsAlone() {
    run("true", "tare.breakdown", "always");

    assertThat(figure("plain").doubt())
        .hasValueSatisfying(
            doubt -> assertThat(doubt).startsWith("other tests may run at the same time"));
    assertThat(figure("otherThread").doubt()).isPresent();
    assertThat(figure("isolated").measurement()).matches(Reasons::hasNoDoubt);
    assertThat(figure("ofTare").measurement()).matches(Reasons::hasNoDoubt);
    assertThat(figure("bytes").breakdown()).as("the keys of the run apply").isPresent();
  }

  @Test
  void timesAreMeasuredInASerialRun() {
    run("false");

    assertThat(figure("plain").doubt()).isEmpty();
    assertThat(figure("otherThread").measurement()).matches(Reasons::hasNoDoubt);
    assertThat(figure("bytes").breakdown()).isEmpty();
  }

  private static MeasuredFigure figure(String name) {
    MeasuredFigure figure = FIGURES.get(name);
    assertThat(figure).as("figure of %s, which is one of %s", name, FIGURES.keySet()).isNotNull();
    return Objects.requireNonNull(figure);
  }

  private static void run(String parallel, String... keysAndValues) {
    FIGURES.clear();
    var request =
        request()
            .configurationParameter("tare.print", "none")
            .configurationParameter("tare.report.directory", "none")
            .configurationParameter("junit.jupiter.execution.parallel.enabled", parallel)
            .selectors(
                selectClass(TimeTestCases.class),
                selectClass(IsolatedTestCases.class),
                selectClass(OwnEngineTestCases.class));
    for (int i = 0; i < keysAndValues.length; i += 2) {
      request.configurationParameter(keysAndValues[i], keysAndValues[i + 1]);
    }
    LauncherFactory.create().execute(request.build());
  }

  private static MeasuredFigure time() {
    return Tare.calling(() -> new byte[10_000].length).firstCall();
  }

  static class TimeTestCases {

    @Test
    void plain() {
      FIGURES.put("plain", time());
    }

    @Test
    void otherThread() {
      FIGURES.put("otherThread", CompletableFuture.supplyAsync(PlainParallelTests::time).join());
    }

    @Test
    void bytes() {
      FIGURES.put("bytes", Tare.calling(() -> new byte[1]).allocated());
    }
  }

  @Isolated
  static class IsolatedTestCases {

    @Test
    void isolated() {
      FIGURES.put("isolated", time());
    }
  }

  static class OwnEngineTestCases {

    @MaxRetainedSize("1 MiB")
    Object ofTare() {
      FIGURES.put("ofTare", time());
      return "";
    }
  }
}
