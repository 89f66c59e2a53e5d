package dev.tare.internal.call;

import static dev.tare.internal.call.Bodies.direct;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tare.body.TestBody;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ArgumentsTests {

  static final class Echo {
    String all(
        boolean a,
        byte b,
        char c,
        short d,
        int e,
        long f,
        float g,
        double h,
        @Nullable String i,
        int[] j,
        String[][] k) {
      return "" + a + b + c + d + e + f + g + h + i + Arrays.toString(j) + Arrays.deepToString(k);
    }

    String strings(String first, @Nullable String... others) {
      return first + Arrays.toString(others);
    }

    double wide(long a, float b, double c) {
      return a + b + c;
    }

    String text(@Nullable CharSequence text) {
      return "" + text;
    }
  }

  private final Echo target = new Echo();

  @Test
  void argumentsOfAllTypesArePassed() throws Throwable {
    Object[] arguments = {
      true,
      (byte) 1,
      'c',
      (short) 2,
      3,
      4L,
      5f,
      6d,
      "i",
      new int[] {7},
      new String[][] {{"8"}, {"9"}}
    };
    TestBody body = direct(target, "all", arguments);
    String expected = "true1c2345.06.0i[7][[8], [9]]";
    assertThat(body.call()).isEqualTo(expected);
    body.run();
    assertThat(body.lastResult()).isEqualTo(expected);
    body.forget();
    body.repeat(2);
    assertThat(body.lastResult()).isEqualTo(expected);
  }

  @Test
  void referenceArgumentsMayBeNull() throws Throwable {
    assertThat(direct(target, "text", new @Nullable Object[] {null}).call()).isEqualTo("null");
  }

  @Test
  void varargsArePassedAsAnArray() throws Throwable {
    Object strings = new @Nullable String[] {"b", null};
    assertThat(direct(target, "strings", "a", strings).call()).isEqualTo("a[b, null]");
  }

  @Test
  void argumentsAreWidenedAsByReflection() throws Throwable {
    assertThat(direct(target, "wide", 1, 2, 3f).call()).isEqualTo(6d);
  }

  @Test
  void changesToTheCallersArrayHaveNoEffect() throws Throwable {
    Object[] arguments = {"before"};
    TestBody body = direct(target, "text", arguments);
    arguments[0] = "after";
    assertThat(List.of(body.call(), body.fresh().call())).containsOnly("before");
  }

  @Test
  void argumentsOfTheWrongTypeAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> direct(target, "wide", 1, 2d, 3d));
  }
}
