package dev.tare.internal.allocation;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.AgentAccess;
import dev.tare.internal.agent.record.LoadRecording;
import dev.tare.internal.agent.record.LoadRecording.Part;
import dev.tare.internal.agent.record.LoadWeaving;
import dev.tare.internal.agent.record.WeavingLock;
import dev.tare.internal.call.TestBody;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.model.Measurement.Observed;
import dev.tare.unit.DataSize;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

/**
 * Reads a counter around one call, with what class loading and linkage allocate in it told apart.
 *
 * <p>Both are counted in that very call: the methods by which the JVM asks class loaders for
 * classes and the JDK for links read the thread's counter when they begin and when they end. The
 * application is not woven, no transformer is there when the body is called, and the hooks allocate
 * nothing, so that the figure is what it is without them.
 */
public final class FirstCallAllocation {

  private static final String INCLUDED = "the first call, class loading included";

  private final AllocationCounter counter;
  private String covers = INCLUDED;
  private Part loaded = new Part(0, 0);
  private Part linked = new Part(0, 0);

  /**
   * @param counter which counts the calling thread, whatever else it counts
   */
  public FirstCallAllocation(AllocationCounter counter) {
    this.counter = counter;
  }

  /**
   * Calls the body once, told apart if this JVM lets it.
   *
   * @throws Throwable what the body threw, unchanged
   */
  public AllocationReadings readApart(TestBody body) throws Throwable {
    if (!(Agent.access() instanceof AgentAccess.Granted granted)) {
      AgentAccess.Refused refused = (AgentAccess.Refused) Agent.access();
      return untold(body, refused.reason() + "; " + refused.remedy());
    }
    Optional<Lock> turn = WeavingLock.weaving();
    if (turn.isEmpty()) {
      return untold(body, "other bodies are being judged all the while");
    }
    LoadWeaving weaving;
    Lock judging = WeavingLock.judging();
    try {
      weaving =
          LoadWeaving.open(
              granted.instrumentation(), new ThreadBytes(AllocationCounters.bean().orElseThrow()));
      // from here on others may judge too, but nobody weaves
      judging.lock();
    } catch (ReflectiveOperationException | IOException | RuntimeException | LinkageError e) {
      return untold(body, e.toString());
    } finally {
      turn.get().unlock();
    }
    try {
      return told(body, weaving.recording());
    } finally {
      judging.unlock();
      weaving.close();
    }
  }

  private AllocationReadings told(TestBody body, LoadRecording recording) throws Throwable {
    try {
      AllocationReadings readings =
          new AllocationSampler(new Recorded(counter, recording)).sample(body, 0, 1);
      loaded = recording.loaded();
      linked = recording.linked();
      if (loaded.bytes() + linked.bytes() == 0) {
        covers = "the first call, in which this thread allocated nothing for loading or linking";
      }
      return readings;
    } finally {
      recording.stop(); // a body that throws left it running
    }
  }

  private AllocationReadings untold(TestBody body, String reason) throws Throwable {
    covers = INCLUDED + " and not told apart: " + reason;
    return readWhole(body);
  }

  /**
   * Calls the body once and tells nothing apart.
   *
   * @throws Throwable what the body threw, unchanged
   */
  public AllocationReadings readWhole(TestBody body) throws Throwable {
    Lock judging = WeavingLock.judging();
    judging.lock();
    try {
      return new AllocationSampler(counter).sample(body, 0, 1);
    } finally {
      judging.unlock();
    }
  }

  /** The figure with what it covers, and with its rows where there are any. */
  public Observed told(Observed observed) {
    Observed covered = observed.alsoCounted(List.of(covers));
    long bytes = (long) observed.value().amount();
    long rest = bytes - loaded.bytes() - linked.bytes();
    return rest == bytes ? covered : covered.withBreakdown(breakdown(bytes, rest));
  }

  private Breakdown breakdown(long bytes, long rest) {
    List<Row> rows = new ArrayList<>();
    add(rows, loaded, "class loading", "in class loaders, by the number of classes defined");
    add(rows, linked, "linkage", "of lambdas, concatenations and method handles");
    add(
        rows,
        new Part(rest, 1),
        "all else",
        "in the body and what it calls, static initializers included");
    return new Breakdown(
        new DataSize(bytes),
        rows,
        List.of("the lines are not known: a first call cannot be had again"));
  }

  private static void add(List<Row> rows, Part part, String type, String where) {
    if (part.bytes() > 0) {
      rows.add(new Row(new DataSize(part.bytes()), part.count(), type, where));
    }
  }

  /** A counter with a recording in it. */
  private record Recorded(AllocationCounter counter, LoadRecording recording)
      implements AllocationCounter {

    @Override
    public void open() {
      counter.open();
      recording.start();
    }

    @Override
    public long close() {
      recording.stop();
      return counter.close();
    }

    @Override
    public long uncertain() {
      return counter.uncertain();
    }

    @Override
    public boolean complete() {
      return counter.complete();
    }

    @Override
    public String covers() {
      return counter.covers();
    }
  }
}
