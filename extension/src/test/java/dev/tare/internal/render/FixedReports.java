package dev.tare.internal.render;

import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.CallNode;
import dev.tare.model.Breakdown.Row;
import dev.tare.model.Breakdown.Saving;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.PointSeries;
import dev.tare.model.Remark;
import dev.tare.model.Report;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Quantity;
import dev.tare.unit.Ratio;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Reports with constant figures, the input of the golden files. */
public final class FixedReports {

  /** Returns a whole verdicts file. */
  public static String document(Collection<Report> reports) {
    String entries =
        reports.stream()
            .map(report -> VerdictJson.entries(report, 1))
            .collect(Collectors.joining());
    return VerdictJson.opening(JVM)
        + (entries.isEmpty() ? "" : entries.substring(1))
        + VerdictJson.closing();
  }

  public static final VerdictJson.Jvm JVM =
      new VerdictJson.Jvm(
          4_711,
          Instant.parse("2026-11-20T10:15:30Z"),
          "4700-1795000000000",
          "acme/shop · main",
          "17.0.15",
          "OpenJDK 64-Bit Server VM",
          "Eclipse Adoptium",
          "Linux",
          "amd64",
          2,
          4_294_967_296L,
          List.of("G1 Young Generation", "G1 Old Generation"));

  private static final Figure ALLOCATED = new Figure("allocated-bytes", "allocated bytes", true);
  private static final Figure RETAINED = new Figure("retained-size", "retained size", false);
  private static final Figure TIME = new Figure("time-per-call", "time per call", false);
  private static final Figure RATIO = new Figure("time-ratio", "time against lookup()", false);

  private static final List<String> COUNTED =
      List.of("this thread only", "Java 25.0.3, G1, 12-byte headers");

  private FixedReports() {}

  /** Returns every report by the name of its golden file, created under the current locale. */
  public static Map<String, Supplier<Report>> all() {
    Map<String, Supplier<Report>> reports = new TreeMap<>();
    reports.put("exceeded-exact", FixedReports::exceededExact);
    reports.put("exceeded-interval", FixedReports::exceededInterval);
    reports.put("exceeded-ratio", FixedReports::exceededRatio);
    reports.put("exceeded-zero-limit", FixedReports::exceededZeroLimit);
    reports.put("exceeded-by-a-hair", FixedReports::exceededByAHair);
    reports.put("exceeded-breakdown", FixedReports::exceededBreakdown);
    reports.put("exceeded-and-shared", FixedReports::exceededAndShared);
    reports.put("exceeded-count", FixedReports::exceededCount);
    reports.put("exceeded-spread", FixedReports::exceededSpread);
    reports.put("exceeded-weight", FixedReports::exceededWeight);
    reports.put("exceeded-own-headline", FixedReports::exceededOwnHeadline);
    reports.put("exceeded-long-breakdown", FixedReports::exceededLongBreakdown);
    reports.put("several-verdicts", FixedReports::severalVerdicts);
    reports.put("unmeasured", FixedReports::unmeasured);
    reports.put("inconclusive", FixedReports::inconclusive);
    reports.put("inconclusive-no-number", FixedReports::inconclusiveNoNumber);
    reports.put("within", FixedReports::within);
    reports.put("no-limit", FixedReports::noLimit);
    reports.put("odd-names", FixedReports::oddNames);
    return reports;
  }

  static Report exceededExact() {
    return report("OrderParserTests", "parsesOneLine", bytes(4_096, parsed()));
  }

  private static Observed parsed() {
    return new Observed(
        ALLOCATED,
        new DataSize(6_336),
        new DataSize(6_336),
        new DataSize(6_336),
        new Sampling(
            "minimum", 5, 2, new DataSize(6_336), new DataSize(6_336), new DataSize(61_480)),
        COUNTED,
        List.of(),
        null);
  }

  static Report exceededInterval() {
    Observed observed =
        time(
            305.2,
            312.4,
            320.9,
            List.of(
                Remark.of(
                    "compilation", "JIT compiled during {compiled} of {samples} samples", 1, 128),
                Remark.of(
                    "interrupted-samples",
                    "{percent:%.0f} % of the samples were preempted",
                    2.25)));
    return report("LookupTests", "lookup", Budget.atMost(TIME, new Elapsed(250)).judge(observed));
  }

  private static Observed time(double lower, double value, double upper, List<Remark> distorted) {
    return new Observed(
        TIME,
        new Elapsed(value),
        new Elapsed(lower),
        new Elapsed(upper),
        new Sampling(
                "median", 128, 20_000, new Elapsed(301), new Elapsed(345.5), new Elapsed(1_234_567))
            .withSeries(
                List.of(
                    new PointSeries(
                        "lookup()",
                        "ns",
                        List.of(1.0, 2.0, 3.0),
                        List.of(301.0, 345.5, 311.23456789),
                        Map.of("outlier", List.of(1))))),
        List.of(
            "thread CPU time",
            "Java 17.0.15",
            "128 readings, the median of 5 samples each; 4,711 calls a sample",
            "this test: mean 316 ns (309 ns to 322 ns), median 312 ns (310 ns to 315 ns), standard"
                + " deviation 10.4 ns (8.2 ns to 13.1 ns) (95 % intervals)",
            "measured again: 313 ns"),
        distorted,
        null);
  }

  static Report exceededRatio() {
    Sampling sampling = new Sampling("ratio of medians", 64, 5_000, ratio(1.18), ratio(1.41), null);
    Observed observed =
        new Observed(
            RATIO, ratio(1.254), ratio(1.201), ratio(1.312), sampling, List.of(), List.of(), null);
    return report("LookupTests", "proxy", Budget.atMost(RATIO, ratio(1.1)).judge(observed));
  }

  static Report exceededOwnHeadline() {
    Figure figure = new Figure("uncollected-objects", "uncollected objects", true);
    Count one = new Count(1);
    List<Remark> notes =
        List.of(
            Remark.of(Remark.KEEPS, "{size:both} in {objects} objects", new DataSize(12_696), 214),
            Remark.of(
                Remark.HEADLINE,
                "Not collected: {survivors} of {released} {type} handed over by",
                1,
                2,
                "com.shop.Session"),
            Remark.of(Remark.WOULD_GO, "without {reference}", "com.shop.Sessions.OPEN"),
            Remark.of(Remark.HELD_BY, "{root}", "static field com.shop.Sessions.OPEN"));
    Breakdown breakdown =
        new Breakdown(one, List.of(new Row(one, 1, "com.shop.Session", "Sessions.OPEN")), notes);
    return report(
        "SessionTests",
        "closes",
        Budget.atMost(figure, new Count(0))
            .judge(
                Observed.exact(figure, one, Sampling.single(one), List.of("2 collections in 66 ms"))
                    .withBreakdown(breakdown)));
  }

  static Report exceededZeroLimit() {
    return report("CacheTests", "get", bytes(0, exact(ALLOCATED, 1_016)));
  }

  /** Returns a report on figures that would print like their limits without further decimals. */
  static Report exceededByAHair() {
    Elapsed value = new Elapsed(250.004);
    Observed observed =
        new Observed(
            TIME,
            value,
            new Elapsed(250.003),
            new Elapsed(250.005),
            new Sampling("median", 8, 1, new Elapsed(250.001), new Elapsed(250.006), null),
            List.of(),
            List.of(),
            null);
    return new Report(
        test("LookupTests", "lookup", ""),
        List.of(
            Budget.atMost(TIME, new Elapsed(250)).judge(observed),
            bytes(1_048_576, exact(ALLOCATED, 1_048_577))));
  }

  static Report exceededBreakdown() {
    Breakdown breakdown =
        new Breakdown(
            new DataSize(93_000),
            List.of(
                row(32_000, 1_000, "com.shop.Item", "items[*]"),
                row(32_000, 1_000, "byte[]", "items[*].name.value"),
                row(24_000, 1_000, "java.lang.String", "items[*].name"),
                row(4_952, 1, "Object[1234]", "items.elementData"),
                row(48, 2, "com.shop.Cart", "")),
            List.of(Remark.of("under compact headers 76,992 B: still over")),
            List.of(
                new Saving(
                    new DataSize(44_744),
                    799,
                    1_000,
                    "java.lang.String",
                    "items[*].name",
                    "repeated-strings",
                    "799 of 1,000 java.lang.String at items[*].name repeat an earlier one")),
            List.of());
    return report(
        "CartTests",
        "cart",
        Budget.atMost(RETAINED, new DataSize(65_536))
            .judge(exact(RETAINED, 93_000).withBreakdown(breakdown)));
  }

  /** Returns a report with more savings than are shown, and with other holders. */
  static Report exceededAndShared() {
    List<Saving> savings =
        IntStream.rangeClosed(1, 7)
            .mapToObj(
                i ->
                    new Saving(
                        new DataSize(24L * i),
                        i,
                        10,
                        "java.util.ArrayList",
                        "items[*].tags" + i,
                        "unused-capacity",
                        i + " of 10 java.util.ArrayList at items[*].tags" + i + " are\nempty"))
            .toList();
    Breakdown breakdown =
        new Breakdown(
            new DataSize(93_000),
            List.of(row(93_000, 1_000, "com.shop.Item", "items[*]")),
            List.of(
                Remark.of("the value reaches 95,064 B; 2,064 B of that is also held elsewhere"),
                Remark.of(Remark.ALSO_HELD, "by static field com.shop.Catalogue.ITEMS .table[3]"),
                Remark.of(Remark.ALSO_HELD, "by thread \"main\" .threadLocals.table[7].value")),
            savings,
            List.of());
    return report(
        "CartTests",
        "cart",
        Budget.atMost(RETAINED, new DataSize(65_536))
            .judge(exact(RETAINED, 93_000).withBreakdown(breakdown)));
  }

  /** Returns a report on counted objects with other holders. */
  static Report exceededCount() {
    Figure figure = new Figure("retained-instances", "retained Item objects", true);
    Breakdown breakdown =
        new Breakdown(
            new Count(3),
            List.of(
                new Row(new Count(2), 2, "com.shop.Item", "items[*]"),
                new Row(new Count(1), 1, "com.shop.Discounted", "items[*]")),
            List.of(
                Remark.of(Remark.ALSO_HELD, "by static field com.shop.Catalogue.ITEMS .table[3]")));
    Observed observed =
        Observed.exact(figure, new Count(3), Sampling.single(new Count(3)), List.of())
            .withBreakdown(breakdown);
    return report("CartTests", "cart", Budget.atMost(figure, new Count(2)).judge(observed));
  }

  static Report exceededLongBreakdown() {
    List<Row> rows =
        IntStream.rangeClosed(1, 27)
            .mapToObj(
                i ->
                    row(
                        1_000L * i,
                        i,
                        "com.shop.warehouse.inventory.projection.generated.ItemWithALongName" + i,
                        "OrderParser.java:" + i))
            .toList();
    Breakdown breakdown = new Breakdown(new DataSize(378_000), rows, List.of());
    return report(
        "OrderParserTests",
        "parsesAllLines",
        bytes(102_400, exact(ALLOCATED, 380_016).withBreakdown(breakdown)));
  }

  /** Returns a report on a service whose size is spread over many classes. */
  static Report exceededSpread() {
    List<Row> rows =
        List.of(
            row(8_800, 100, "byte[]", "cache.byCustomer.table[*].key.value"),
            row(7_700, 100, "java.lang.String", "cache.byCustomer.table[*].key"),
            row(7_500, 100, "java.util.HashMap$Node", "cache.byCustomer.table[*]"),
            row(7_400, 100, "com.shop.Order", "cache.byCustomer.table[*].value.last"),
            row(7_300, 100, "com.shop.Basket", "cache.byCustomer.table[*].value.basket"),
            row(7_200, 100, "byte[]", "cache.byCustomer.table[*].value.name.value"),
            row(7_100, 100, "java.lang.String", "cache.byCustomer.table[*].value.name"),
            row(7_000, 100, "com.shop.Customer", "cache.byCustomer.table[*].value"),
            row(6_900, 1, "java.util.HashMap$Node[]", "cache.byCustomer.table"),
            row(6_800, 50, "com.shop.Order", "cache.orders.elementData[*]"),
            row(6_700, 50, "com.shop.Item", "cache.orders.elementData[*].item"),
            row(6_600, 50, "java.lang.String", "cache.orders.elementData[*].item.name"),
            row(6_500, 50, "byte[]", "cache.orders.elementData[*].item.name.value"),
            row(6_456, 1, "java.lang.Object[]", "cache.orders.elementData"),
            row(24, 1, "com.shop.Service", "(the value itself)"),
            row(20, 1, "com.shop.Cache", "cache"));
    Breakdown breakdown = new Breakdown(new DataSize(100_000), rows, List.of());
    return report(
        "ServiceTests",
        "service",
        Budget.atMost(RETAINED, new DataSize(65_536))
            .judge(
                exact(RETAINED, 100_000)
                    .withBreakdown(breakdown)
                    .alsoDistorted(
                        Remark.of(
                            "unread-classes",
                            "what these classes share cannot be listed: {class}",
                            "com.shop.Validator"))));
  }

  /** Returns a report on a figure that exceeds its weight. */
  static Report exceededWeight() {
    List<Row> rows =
        List.of(row(96, 4, "java.lang.Integer", "Cache.key"), row(16, 1, "byte[]", "Cache.load"));
    List<Remark> notes =
        List.of(
            Remark.of(Remark.GREW, "+1 java.lang.Integer at Cache.key, +24 B"),
            Remark.of(Remark.GREW, "+1 byte[] at Cache.load, +16 B"));
    return report(
        "CacheTests",
        "get",
        Budget.atMost(ALLOCATED, new DataSize(72))
            .from(
                "src/test/tare/com.shop.CacheTests.tare; to accept: mvn test -Dtare.accept=com.shop.CacheTests.get")
            .judge(
                exact(ALLOCATED, 112)
                    .withBreakdown(new Breakdown(new DataSize(112), rows, notes))));
  }

  static Report severalVerdicts() {
    return new Report(
        test("CartTests", "cart", "[3] items=1000"),
        List.of(
            bytes(8_192, exact(ALLOCATED, 1_016)),
            Budget.atMost(TIME, new Elapsed(1_000)).judge(time(301, 312, 330, List.of())),
            Budget.atMost(TIME, new Elapsed(310)).judge(time(301, 312, 330, List.of())),
            unreadable(),
            bytes(1_000, exact(ALLOCATED, 1_016)),
            Budget.atMost(RETAINED, new DataSize(65_536)).judge(exact(RETAINED, 93_000))));
  }

  static Report unmeasured() {
    return report("CartTests", "cart", unreadable());
  }

  private static Verdict unreadable() {
    return Budget.atMost(RETAINED, new DataSize(65_536))
        .judge(
            new Missing(
                RETAINED,
                "the JVM refused to load the agent\n(dynamic loading is off)",
                "add -XX:+EnableDynamicAgentLoading to the JVM that runs the tests"));
  }

  static Report inconclusive() {
    return report(
        "LookupTests",
        "lookup",
        Budget.atMost(TIME, new Elapsed(310))
            .judge(time(305, 312, 330, List.of(Remark.of("a busy machine")))));
  }

  static Report inconclusiveNoNumber() {
    return report(
        "LookupTests",
        "lookup",
        Budget.atMost(TIME, new Elapsed(310))
            .judge(Observed.unknown(TIME, new Elapsed(0), "a debugger is attached")));
  }

  static Report withinByOtherWork() {
    return report(
        "LookupTests",
        "lookup",
        Budget.atMost(TIME, new Elapsed(400))
            .judge(
                time(
                    305,
                    312,
                    330,
                    List.of(
                        Remark.of(
                            Remark.DIFFERING_SAMPLES,
                            "the samples judged give {samples}, all calls {mean} on average",
                            new Elapsed(312),
                            new Elapsed(390))))));
  }

  public static Report within() {
    return report("OrderParserTests", "parsesOneLine", bytes(8_192, parsed()));
  }

  static Report noLimit() {
    return report(
        "LookupTests",
        "measured only",
        Budget.unlimited(TIME).judge(time(305, 312, 330, List.of())));
  }

  static Report oddNames() {
    Breakdown breakdown =
        new Breakdown(
            new DataSize(1_016),
            List.of(row(1_016, 1, "byte[1000]\u001b[31m", "a\nb." + "c.".repeat(100) + "end")),
            List.of(Remark.of("a \"note\"\twith <tags> & \u2028 separators")),
            List.of(),
            List.of(
                new CallNode(CallNode.NO_CALLER, "outside", 0, new DataSize(16)),
                new CallNode(0, "\u00e4 b\u00fccher & <co>()", 1, new DataSize(1_000))));
    return new Report(
        test("Odd$Inner$Tests", "\u00e4 b\u00fccher & <co>", "[1] line one\r\nline \"two\"\u0085"),
        List.of(bytes(0, exact(ALLOCATED, 1_016).withBreakdown(breakdown))));
  }

  /** Returns more verdicts than a closing table shows, with names that must be clipped. */
  public static List<Report> many() {
    List<Report> reports = new ArrayList<>();
    for (int i = 0; i < 1_200; i++) {
      Report.TestId test =
          test(
              "WarehouseInventoryProjectionTests",
              "projectsEveryItemOfTheInventory",
              "[" + i + "]");
      reports.add(new Report(test, List.of(bytes(2_000, exact(ALLOCATED, 500 + i)))));
    }
    reports.addAll(all().values().stream().map(Supplier::get).toList());
    return reports;
  }

  private static Report report(String simpleClass, String method, Verdict verdict) {
    return new Report(test(simpleClass, method, ""), List.of(verdict));
  }

  private static Report.TestId test(String simpleClass, String method, String invocation) {
    return new Report.TestId("com.shop." + simpleClass, method, invocation);
  }

  private static Verdict bytes(long limit, Measurement measurement) {
    return Budget.atMost(ALLOCATED, new DataSize(limit)).judge(measurement);
  }

  private static Observed exact(Figure figure, long bytes) {
    Quantity size = new DataSize(bytes);
    return Observed.exact(figure, size, Sampling.single(size), COUNTED);
  }

  private static Row row(long bytes, long count, String type, String where) {
    return new Row(new DataSize(bytes), count, type, where);
  }

  private static Ratio ratio(double times) {
    return new Ratio(times);
  }
}
