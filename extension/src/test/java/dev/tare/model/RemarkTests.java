package dev.tare.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Elapsed;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemarkTests {

  private static Remark collected(double percent, int pauses, String charge) {
    return Remark.of(
        "garbage-collection",
        "garbage collection {percent:%.0f} % of the time ({pauses|pause|pauses}), {charge}",
        percent,
        pauses,
        charge);
  }

  @Test
  void textNamesTheFacts() {
    assertThat(collected(12.3, 1_000, "charged").text())
        .isEqualTo("garbage collection 12 % of the time (1,000 pauses), charged");
    assertThat(collected(12.3, 1, "charged").text()).contains("(1 pause)");
    assertThat(collected(12.3, 1, "charged")).hasToString(collected(12.3, 1, "charged").text());
  }

  @Test
  void quantitiesAreFormattedByTheirKind() {
    Remark remark =
        Remark.of(
            "sizes",
            "{time} {size} {large:both} {short:rounded} {whole:exact}",
            new Elapsed(1_234.5),
            new DataSize(6_336),
            new DataSize(6_336),
            new DataSize(6_336),
            new DataSize(6_336));

    assertThat(remark.text()).isEqualTo("1.2 us 6,336 B 6.2 KiB (6,336 B) 6.2 KiB 6,336 B");
  }

  @Test
  void numbersAreGroupedInEveryLocale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThat(Remark.of("some-count", "{n} of {share:%.1f}", 12_345, 0.5).text())
          .isEqualTo("12,345 of 0.5");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void nounIsThatOfTheNumber() {
    String form = "{n|object|objects}";

    assertThat(Remark.of("some-count", form, 1).text()).isEqualTo("1 object");
    assertThat(Remark.of("some-count", form, new Count(1)).text()).isEqualTo("1 object");
    assertThat(Remark.of("some-count", form, new Count(1_001)).text()).isEqualTo("1,001 objects");
  }

  @Test
  void bracesInAFactAreNotReplaced() {
    assertThat(Remark.of("no-rows", "no rows: {reason} {n}", "{n} $1 \\", 3).text())
        .isEqualTo("no rows: {n} $1 \\ 3");
    assertThat(Remark.of("threw {percent:%.0f}").text()).isEqualTo("threw {percent:%.0f}");
  }

  @Test
  void factsAreCopiedAndCannotBeChanged() {
    Map<String, Object> facts = new java.util.HashMap<>(Map.of("n", 3L));
    Remark remark = new Remark("some-count", "{n}", facts);
    facts.clear();

    assertThat(remark.text()).isEqualTo("3");
    assertThatThrownBy(() -> remark.facts().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Busy", "two words", "-busy", "busy1"})
  void idIsLowerCaseLettersAndHyphens(String id) {
    assertThatThrownBy(() -> Remark.of(id, "busy", new Object[0]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not the id of a remark: '" + id + "'");
  }

  @Test
  void factsMustFitTheForm() {
    assertThatThrownBy(() -> Remark.of("some-count", "{n} of {all}", 1))
        .hasMessage("1 facts are too few for: {n} of {all}");
    assertThatThrownBy(() -> Remark.of("some-count", "{n}", 1, 2))
        .hasMessage("2 facts are too many for: {n}");
    assertThatThrownBy(() -> Remark.of("some-count", "{n}", List.of('c')))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("n is no fact of a remark: class java.lang.Character");
  }
}
