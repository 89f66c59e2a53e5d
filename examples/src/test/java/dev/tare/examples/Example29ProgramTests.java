package dev.tare.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.MeasuredBody;
import dev.tare.MeasuredFigure;
import dev.tare.Tare;
import dev.tare.model.Report;
import dev.tare.model.Verdict;
import dev.tare.unit.DataSize;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Measurements without annotations, in a program and in a test.
 *
 * <p>Three ways count the time zones of Argentina. The program prints what each allocates, how long
 * it takes, and its time relative to the first.
 */
@Isolated("measures times")
class Example29ProgramTests {

  // tag::program[]
  static final class CountingZones {

    public static void main(String[] arguments) {
      MeasuredBody loop = Tare.calling(() -> withLoop()).withName("loop");
      MeasuredBody stream = Tare.calling(() -> withStream()).withName("stream");
      MeasuredBody regex = Tare.calling(() -> withRegex()).withName("regex");
      print("way", "allocated", "time", "ratio");
      print("loop", loop.allocated(), loop.time(), loop.timeComparedWith(loop));
      print("stream", stream.allocated(), stream.time(), stream.timeComparedWith(loop));
      print("regex", regex.allocated(), regex.time(), regex.timeComparedWith(loop));
    }

    private static void print(String way, MeasuredFigure... figures) {
      print(way, figures[0].value().exact(), figures[1].value().rounded(), ratio(figures[2]));
    }

    private static String ratio(MeasuredFigure figure) {
      return figure.value().rounded();
    }

    private static void print(String... cells) {
      System.out.printf(Locale.ROOT, "%-8s %10s %10s %7s%n", (Object[]) cells);
    }

    private static int withLoop() {
      int zones = 0;
      for (int i = 0; i < TimeZones.ROWS.size(); i++) {
        if (TimeZones.ROWS.get(i).startsWith("AR")) {
          zones++;
        }
      }
      return zones;
    }

    private static int withStream() {
      return (int) TimeZones.ROWS.stream().filter(row -> row.startsWith("AR")).count();
    }

    private static int withRegex() {
      int zones = 0;
      for (String row : TimeZones.ROWS) {
        if (Pattern.compile("^AR").matcher(row).find()) {
          zones++;
        }
      }
      return zones;
    }
  }

  // end::program[]

  // tag::figures[]
  @Test
  void figuresOfACall() {
    MeasuredFigure allocated = Tare.calling(() -> new int[1_000]).allocated();

    assertThat(allocated.value()).isEqualTo(new DataSize(4_016));
    assertThat(allocated.lower()).isEqualTo(allocated.upper());
    assertThat(allocated.firstCall()).contains(new DataSize(4_016));
    assertThat(allocated.report()).startsWith("Allocated bytes of Example29ProgramTests.");
  }

  // end::figures[]

  // tag::judged[]
  @Test
  void limitJudgesAFigure() {
    Report report = Tare.calling(() -> new int[1_000]).allocated().judge(DataSize.parse("1 KiB"));

    assertThat(report.outcome()).isEqualTo(Verdict.Outcome.EXCEEDED);
  }

  // end::judged[]

  // tag::growth[]
  @Test
  void growthOfAnArray() {
    MeasuredFigure growth = Tare.calling(n -> new int[n]).growthOfRetainedSize(100, 1_000, 10_000);

    assertThat(growth.value().rounded()).isEqualTo("n");
  }

  // end::growth[]
}
