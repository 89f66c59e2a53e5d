package dev.tare.unit;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Text that no quantity accepts, with the reason of its refusal. */
final class Refused {

  private Refused() {}

  static Stream<Arguments> sizes() {
    return Stream.concat(
        forms("KiB"),
        Stream.of(
            arguments("12 XB", "unknown unit 'XB'"),
            arguments("12 ms", "unknown unit 'ms'"),
            arguments("12 TiB", "unknown unit 'TiB'"),
            arguments("12 bytes", "unknown unit 'bytes'"),
            arguments("12 kb", "unknown unit 'kb', upper and lower case matter"),
            arguments("12 kB", "unknown unit 'kB', upper and lower case matter"),
            arguments("12 kib", "unknown unit 'kib', upper and lower case matter"),
            arguments("12 b", "unknown unit 'b', upper and lower case matter"),
            arguments("9223372036854775808 B", "too large"),
            arguments("9007199254740992 KiB", "too large"),
            arguments("9".repeat(400) + " GiB", "too large")));
  }

  static Stream<Arguments> times() {
    return Stream.concat(
        forms("ms"),
        Stream.of(
            arguments("12 xs", "unknown unit 'xs'"),
            arguments("12 B", "unknown unit 'B'"),
            arguments("12 min", "unknown unit 'min'"),
            arguments("12 m", "unknown unit 'm'"),
            arguments("12 NS", "unknown unit 'NS', upper and lower case matter"),
            arguments("12 MS", "unknown unit 'MS', upper and lower case matter"),
            arguments("12 S", "unknown unit 'S', upper and lower case matter"),
            arguments("9223372036854775808 ns", "too large"),
            arguments("9223372037 s", "too large"),
            arguments("9".repeat(400) + " s", "too large")));
  }

  private static Stream<Arguments> forms(String unit) {
    String form = "not a number with a unit";
    String around = form + " (remove the white space around it)";
    return Stream.of(
        arguments("12", "the unit is missing"),
        arguments("12 ", "the unit is missing"),
        arguments("1.5", "the unit is missing"),
        arguments("-3 " + unit, "a negative amount"),
        arguments("-0 " + unit, "a negative amount"),
        arguments("-0.5" + unit, "a negative amount"),
        arguments("", form),
        arguments(" ", around),
        arguments(unit, form),
        arguments(" 12 " + unit, around),
        arguments("12  " + unit, form),
        arguments("12\t" + unit, form + " (the character U+0009 is in it)"),
        arguments("12\u00a0" + unit, form + " (the character U+00A0 is in it)"),
        arguments("12\u200b" + unit, form + " (the character U+200B is in it)"),
        arguments("12 " + unit + " ", around),
        arguments("12 " + unit + "\n", around),
        arguments("12 " + unit + " 3 " + unit, form),
        arguments("1,5 " + unit, form),
        arguments("1,02 " + unit, form),
        arguments("1024,000 " + unit, form),
        arguments("1,024,00 " + unit, form),
        arguments("1,024 xs", form),
        arguments("1_024 " + unit, form),
        arguments("1. " + unit, form),
        arguments(".5 " + unit, form),
        arguments("1.5.2 " + unit, form),
        arguments("1e3 " + unit, form),
        arguments("1E3 " + unit, form),
        arguments("0x10 " + unit, form),
        arguments("+12 " + unit, form),
        arguments("--12 " + unit, form),
        arguments("- 12 " + unit, form),
        arguments("NaN " + unit, form),
        arguments("Infinity " + unit, form),
        arguments("\u0661\u0662 " + unit, form), // 12 in Arabic digits
        arguments("\u0967\u0968 " + unit, form), // 12 in Devanagari digits
        arguments("\uff11\uff12 " + unit, form), // 12 in full-width digits
        arguments("12 %", form),
        arguments("12 " + unit + "/s", form));
  }
}
