package dev.tare.internal.survival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.testing.WeavesOrWalks;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@WeavesOrWalks
class SurvivingGrowthTests {

  private static final ClassTotal SESSIONS = new ClassTotal(10, 160);
  private static final ClassTotal ARRAYS = new ClassTotal(10, 240);
  private static final ClassTotal MOST = new ClassTotal(12, 288);

  private static SurvivingGrowth growth(ClassGrowth arrays) {
    ClassGrowth sessions = new ClassGrowth(SESSIONS, SESSIONS, SESSIONS);
    return new SurvivingGrowth(
        Map.of("byte[]", arrays, "Session", sessions),
        List.of(Map.of()),
        10,
        3,
        Duration.ofMillis(5));
  }

  @Test
  void growthThatRoundsAgreeOnIsCertain() {
    SurvivingGrowth growth = growth(new ClassGrowth(ARRAYS, ARRAYS, ARRAYS));

    assertThat(growth.certainTotal()).isEqualTo(growth.total());
    assertThat(growth.certainTotal()).isEqualTo(new ClassTotal(20, 400));
    assertThat(growth.mostTotal()).isEqualTo(growth.total());
    assertThat(growth.doubting(name -> true)).isEqualTo(growth);
  }

  @Test
  void growthThatRoundsDoNotAgreeOnIsAnInterval() {
    SurvivingGrowth growth = growth(new ClassGrowth(ARRAYS, ARRAYS, MOST));

    assertThat(growth.total()).isEqualTo(new ClassTotal(20, 400));
    assertThat(growth.mostTotal()).isEqualTo(new ClassTotal(22, 448));
    assertThat(UntidyProbe.isRight(growth, new ClassTotal(21, 424))).isTrue();
    assertThat(UntidyProbe.isRight(growth, new ClassTotal(19, 400))).isFalse();
    assertThat(UntidyProbe.isRight(growth, new ClassTotal(22, 449))).isFalse();
    assertThat(growth.doubt())
        .isEqualTo(
            "the rounds do not agree on how many objects of byte[] a call leaves behind; raise"
                + " calls or warmups, or stop the threads that create such objects");
  }

  @Test
  void growthThatRoundsDoNotAgreeOnAndTheJvmMayHaveCreatedIsNotCertain() {
    SurvivingGrowth growth = growth(new ClassGrowth(ARRAYS, ARRAYS, MOST));

    assertThat(growth.doubting(name -> false)).isEqualTo(growth);
    assertThat(growth.doubting(name -> true).classes())
        .extractingFromEntries(entry -> entry.getValue().certain())
        .containsExactly(SESSIONS, ClassTotal.NONE);
    assertThat(growth.doubting(name -> true).mostTotal()).isEqualTo(growth.mostTotal());
  }

  @Test
  void growthBesideOthersIsNotCertain() {
    ClassGrowth arrays = new ClassGrowth(ARRAYS, ARRAYS, ARRAYS);

    SurvivingGrowth growth = growth(arrays.beside(new ClassTotal(2, 48)));
    assertThat(growth.certainTotal()).isEqualTo(new ClassTotal(18, 352));
    assertThat(growth.total()).isEqualTo(new ClassTotal(20, 400));
    assertThat(growth.doubt()).contains(" of byte[] a call");
    assertThat(growth(arrays.beside(new ClassTotal(12, 200))).certainTotal())
        .isEqualTo(new ClassTotal(10, 200));
  }
}
