package dev.tare.internal.survival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.testing.WeavesOrWalks;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

@WeavesOrWalks
class SurvivingGrowthTests {

  private static final Map<String, ClassTotal> LEAST =
      Map.of("byte[]", new ClassTotal(10, 240), "Session", new ClassTotal(10, 160));

  private static SurvivingGrowth growth(
      Map<String, ClassTotal> buffered, Map<String, ClassTotal> background) {
    return new SurvivingGrowth(
        LEAST,
        buffered,
        Map.of(),
        Set.of(),
        background,
        List.of(ClassTotal.NONE),
        10,
        3,
        Duration.ofMillis(5));
  }

  @Test
  void growthWithoutBackgroundIsCertain() {
    SurvivingGrowth growth = growth(Map.of(), Map.of("int[]", new ClassTotal(5, 500)));

    assertThat(growth.certain()).isEqualTo(LEAST);
    assertThat(growth.certainTotal()).isEqualTo(growth.total());
  }

  @Test
  void backgroundIsSubtractedFromItsClass() {
    SurvivingGrowth growth = growth(Map.of(), Map.of("byte[]", new ClassTotal(2, 48)));

    assertThat(growth.certain()).containsEntry("byte[]", new ClassTotal(8, 192));
    assertThat(growth.certainTotal()).isEqualTo(new ClassTotal(18, 352));
    assertThat(growth.total()).isEqualTo(new ClassTotal(20, 400));
    assertThat(growth.doubt())
        .isEqualTo(
            "objects of byte[] are left behind even while the test does not run, so other threads"
                + " may have made them; stop these threads before the test");
  }

  @Test
  void backgroundDoesNotMakeTheGrowthNegative() {
    assertThat(growth(Map.of(), Map.of("byte[]", new ClassTotal(12, 200))).certain())
        .containsEntry("byte[]", new ClassTotal(0, 40));
  }

  @Test
  void partThatABufferMayHoldIsNotCertain() {
    assertThat(growth(Map.of("Session", new ClassTotal(4, 64)), Map.of()).certain())
        .containsEntry("Session", new ClassTotal(6, 96));
  }

  @Test
  void unclearGrowthThatTheJvmMayHaveCreatedIsNotCertain() {
    Map<String, ClassTotal> unclear = Map.of("byte[]", new ClassTotal(1, 24));
    SurvivingGrowth growth =
        new SurvivingGrowth(
            LEAST,
            Map.of(),
            unclear,
            Set.of(),
            Map.of(),
            List.of(ClassTotal.NONE),
            10,
            3,
            Duration.ofMillis(5));

    assertThat(growth.doubting(name -> false)).isEqualTo(growth);
    SurvivingGrowth doubtful = growth.doubting(name -> true);
    assertThat(doubtful.certain()).isEqualTo(Map.of("Session", new ClassTotal(10, 160)));
    assertThat(doubtful.mostTotal()).isEqualTo(new ClassTotal(21, 424));
    assertThat(doubtful.doubt())
        .startsWith("the rounds do not agree on how many objects of byte[] a call leaves behind");
  }

  @Test
  void resizedArraysAreNotCertain() {
    SurvivingGrowth growth =
        new SurvivingGrowth(
            LEAST,
            Map.of(),
            Map.of(),
            Set.of("byte[]"),
            Map.of(),
            List.of(ClassTotal.NONE),
            10,
            3,
            Duration.ofMillis(5));

    assertThat(growth.certain()).containsOnlyKeys("Session");
    assertThat(growth.doubt())
        .isEqualTo(
            "each time the number of calls doubled, objects of byte[] were replaced by larger ones,"
                + " as in a list or text that grows without end; if it stops growing, raise warmups");
  }

  @Test
  void bufferThatMayBeEmptiedIsNotCertain() {
    SurvivingGrowth growth = growth(Map.of("Session", new ClassTotal(10, 160)), Map.of());

    assertThat(growth.certain()).containsOnlyKeys("byte[]");
    assertThat(growth.doubt())
        .isEqualTo(
            "objects of Session are left behind in most rounds and not in others: the calls leave"
                + " some now and then, or fill a buffer that is emptied; raise calls and rounds");
  }

  @Test
  void growthThatRoundsDoNotAgreeOnMayBeLarger() {
    SurvivingGrowth growth =
        new SurvivingGrowth(
            LEAST,
            Map.of(),
            Map.of("byte[]", new ClassTotal(3, 72)),
            Set.of(),
            Map.of(),
            List.of(ClassTotal.NONE),
            10,
            3,
            Duration.ofMillis(5));

    assertThat(growth.certainTotal()).isEqualTo(new ClassTotal(20, 400));
    assertThat(growth.mostTotal()).isEqualTo(new ClassTotal(23, 472));
    assertThat(growth.doubt())
        .isEqualTo(
            "the rounds do not agree on how many objects of byte[] a call leaves behind: not each"
                + " call leaves the same, or the JVM or others create and collect objects of the class; raise"
                + " calls, or stop the threads that create them");
  }
}
