package dev.tare.internal.allocation;

import dev.tare.body.TestBody;
import dev.tare.internal.agent.record.LoadWeaving;
import dev.tare.internal.agent.record.LoadWeaving.ActivityBytes;
import dev.tare.internal.agent.record.LoadWeaving.LoadedBytes;
import dev.tare.internal.agent.record.WeavingLock;
import dev.tare.internal.agent.record.WeavingTurn;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.unit.DataSize;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;

/**
 * Counts the bytes of one call, with separate parts for class loading and linkage.
 *
 * <p>Both parts are counted in that same call: the JDK's methods for loading classes and linking
 * call sites read the thread's counter at entry and exit. The application is not woven, no
 * transformer is registered during the call, and the hooks allocate nothing, so the figure is the
 * same as without them.
 */
public final class FirstCallAllocation {

  /** Number of loaded classes that are named in messages. */
  private static final int MAX_NAMED_CLASSES = 3;

  private static final String WHOLE_CALL = "the first call, class loading included";

  private final AllocationCounter counter;
  private String covers = WHOLE_CALL;
  private ActivityBytes loaded = new ActivityBytes(0, 0);
  private ActivityBytes linked = new ActivityBytes(0, 0);
  private List<LoadedBytes> classes = List.of();

  /**
   * @param counter a counter that includes the calling thread
   */
  public FirstCallAllocation(AllocationCounter counter) {
    this.counter = counter;
  }

  /**
   * Calls the body once and counts the parts separately, if this JVM can.
   *
   * @throws Throwable what the body threw, unchanged
   */
  public AllocationReadings measureParts(TestBody body) throws Throwable {
    WeavingTurn turn = WeavingTurn.take();
    if (turn instanceof WeavingTurn.Denial denial) {
      return measureWithoutParts(body, denial.text());
    }
    LoadWeaving weaving;
    Lock judging;
    try (WeavingTurn.Permit permit = (WeavingTurn.Permit) turn) {
      weaving =
          LoadWeaving.open(
              permit.instrumentation(), new ThreadBytes(AllocationCounters.bean().orElseThrow()));
      // from here on other bodies may be judged, but no classes are woven
      judging = WeavingLock.judging();
    } catch (ReflectiveOperationException | IOException | RuntimeException | LinkageError e) {
      return measureWithoutParts(body, e.toString());
    }
    try {
      return measureParts(body, weaving);
    } finally {
      judging.unlock();
      weaving.close();
    }
  }

  private AllocationReadings measureParts(TestBody body, LoadWeaving recording) throws Throwable {
    try {
      AllocationReadings readings =
          new AllocationSampler(new RecordingCounter(counter, recording)).sample(body, 0, 1);
      loaded = recording.loaded();
      linked = recording.linked();
      classes = recording.classes();
      if (loaded.bytes() + linked.bytes() == 0) {
        covers = "the first call, in which this thread allocated nothing for loading or linking";
      }
      return readings;
    } finally {
      recording.stop(); // it still runs if the body threw
    }
  }

  private AllocationReadings measureWithoutParts(TestBody body, String reason) throws Throwable {
    covers = WHOLE_CALL + " and not separated: " + reason;
    return measureWhole(body);
  }

  /**
   * Calls the body once without separate parts.
   *
   * @throws Throwable what the body threw, unchanged
   */
  public AllocationReadings measureWhole(TestBody body) throws Throwable {
    Lock judging = WeavingLock.judging();
    try {
      return new AllocationSampler(counter).sample(body, 0, 1);
    } finally {
      judging.unlock();
    }
  }

  /** Returns the figure with what it covers, and with a breakdown if there are parts. */
  public Observed withParts(Observed observed) {
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
        new ActivityBytes(rest, 1),
        "all else",
        "in the body and what it calls, static initializers included");
    List<Remark> notes = new ArrayList<>();
    notes.add(Remark.of("no-lines", "the lines are not known: the first call cannot be repeated"));
    if (!classes.isEmpty()) {
      notes.add(loadedClasses());
    }
    return new Breakdown(new DataSize(bytes), rows, notes);
  }

  /** Returns a note that names the largest classes, and has all of them as facts. */
  private Remark loadedClasses() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put(
        "largest",
        classes.stream()
            .limit(MAX_NAMED_CLASSES)
            .map(
                loadedClass -> loadedClass.name() + " " + new DataSize(loadedClass.bytes()).exact())
            .toList());
    facts.put("number", (long) classes.size());
    facts.put("names", classes.stream().map(LoadedBytes::name).toList());
    facts.put(
        "bytes", classes.stream().map(loadedClass -> new DataSize(loadedClass.bytes())).toList());
    return new Remark(
        "loaded-classes",
        classes.size() > MAX_NAMED_CLASSES
            ? "loaded {number} classes, most bytes for {largest:, }"
            : "loaded {largest:, }",
        facts);
  }

  private static void add(List<Row> rows, ActivityBytes part, String type, String where) {
    if (part.bytes() > 0) {
      rows.add(new Row(new DataSize(part.bytes()), part.count(), type, where));
    }
  }

  /** A counter that also starts and stops a recording. */
  private record RecordingCounter(AllocationCounter counter, LoadWeaving recording)
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
    public long uncertainBytes() {
      return counter.uncertainBytes();
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
