package dev.tare.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tare.internal.agent.record.CallTreeNode;
import dev.tare.internal.agent.record.CallTreeRecording.ThreadTree;
import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.internal.profile.CallProfile;
import dev.tare.internal.render.FailureMessage;
import dev.tare.internal.render.GoldenFile;
import dev.tare.internal.timing.TimeFigures;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.CallNode;
import dev.tare.model.Budget;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Report;
import dev.tare.model.Sampling;
import dev.tare.unit.DefaultLocale;
import dev.tare.unit.Elapsed;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CallRowsTests {

  private static final Elapsed VALUE = new Elapsed(20_000);

  private static final CodeSite TOTAL = new CodeSite("Cart.total()", "", false, "Cart.java:41");
  private static final CodeSite PRICE = new CodeSite("Item.price()", "", false, "Item.java:12");

  private static CallProfile profile(long bodies, Set<String> skipped) {
    return profile(bodies, List.of(), skipped);
  }

  private static CallProfile profile(long bodies, List<CallTreeNode> others, Set<String> skipped) {
    List<CallTreeNode> calls =
        List.of(
            node(-1, CodeSite.ELSEWHERE, 0, 2_000, 0),
            node(0, TOTAL, 1_000, 30_000, 0),
            node(1, PRICE, 100_000, 166_000, 4_800_000),
            node(0, PRICE, 1_000, 2_000, 48_000));
    return new CallProfile(bodies, List.of(tree(calls), tree(others)), skipped);
  }

  private static ThreadTree tree(List<CallTreeNode> nodes) {
    return new ThreadTree("main", nodes, 0, 0);
  }

  private static CallTreeNode node(
      int caller, CodeSite method, long calls, long nanos, long bytes) {
    return new CallTreeNode(caller, method, null, method.name(), calls, nanos, bytes, 0, 0, "main");
  }

  private static CallTreeNode ofOtherThread(String method, long calls) {
    return node(0, new CodeSite(method, "", false, ""), calls, 0, 0);
  }

  @Test
  void notesNameCallsOfOtherThreadsAndCpuTime() {
    List<CallTreeNode> others =
        List.of(
            ofOtherThread("Cart.total()", 1_200),
            ofOtherThread("Item.price()", 40),
            ofOtherThread("Item.name()", 3),
            ofOtherThread("Item.id()", 1));

    Breakdown breakdown =
        new CallRows(profile(1_000, others, Set.of()), true).breakdown(VALUE, List.of());

    assertThat(breakdown.notes())
        .extracting(Remark::text)
        .contains(
            "other threads made 1,244 calls at the same time, whose times are unknown: 1,200 x"
                + " Cart.total(), 40 x Item.price(), 3 x Item.name()");
  }

  @Test
  void callTreeAddsUpToTheValue() {
    Breakdown breakdown = new CallRows(profile(1_000, Set.of()), true).breakdown(VALUE, List.of());

    assertThat(breakdown.calls())
        .extracting(CallNode::parent, CallNode::method, CallNode::calls, CallNode::amount)
        .containsExactly(
            tuple(-1, "outside the application's methods", 0L, new Elapsed(200)),
            tuple(0, "Cart.total()", 1_000L, new Elapsed(3_000)),
            tuple(1, "Item.price()", 100_000L, new Elapsed(16_600)),
            tuple(0, "Item.price()", 1_000L, new Elapsed(200)));
  }

  private static String message(CallProfile profile) {
    Observed observed =
        new Observed(
            TimeFigures.TIME_PER_CALL,
            VALUE,
            new Elapsed(18_000),
            new Elapsed(22_000),
            Sampling.single(VALUE),
            List.of("real time"),
            List.of(),
            new CallRows(profile, true).breakdown(VALUE, List.of()));
    Budget budget = Budget.atMost(TimeFigures.TIME_PER_CALL, new Elapsed(10_000));
    Report.TestId test = new Report.TestId("shop.CartTests", "total", "");
    return FailureMessage.render(new Report(test, List.of(budget.judge(observed))), null);
  }

  @ParameterizedTest
  @MethodSource("dev.tare.unit.DefaultLocale#all")
  void rowsAreTheSameUnderEveryLocale(Locale locale) {
    Set<String> skipped = new TreeSet<>(Set.of("shop.Huge.parse()"));
    String message = DefaultLocale.under(locale, () -> message(profile(1_000, skipped)));

    GoldenFile.assertHolds("message-exceeded-calls.txt", message);
  }

  @Test
  void rowsLeaveOutMissingValues() {
    List<Remark> notes =
        new CallRows(profile(1, Set.of()), false).breakdown(VALUE, List.of()).notes();

    assertThat(notes).hasSize(5);
    assertThat(notes.get(0).text()).startsWith("shares, not times: hooks keep the JIT");
    assertThat(notes.get(1).text()).startsWith("each call in one of the test is counted");
    assertThat(notes.get(2))
        .isEqualTo(
            Remark.of(
                "call-path",
                "path with {percent:%.1f} % in {calls} calls: {methods: > }",
                83.0,
                100_000,
                List.of("Cart.total()", "Item.price()")));
  }

  @Test
  void rowsLeaveOutUnknownBytes() {
    Breakdown breakdown = new CallRows(profile(1, Set.of()), false).breakdown(VALUE, List.of());

    assertThat(breakdown.rows())
        .extracting(Breakdown.Row::where, Breakdown.Row::total, Breakdown.Row::bytesPerCall)
        .containsExactly(
            tuple("Item.java:12", new Elapsed(16_800), null),
            tuple("Cart.java:41", new Elapsed(19_600), null),
            tuple("", null, null));
  }
}
