package dev.tare.benchmarks.verdicts;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Works that read and write text. */
final class CalledTexts {

  private CalledTexts() {}

  /** Parses decimal numbers. */
  public static final class Parsing extends CalledWork {
    private final String[] texts = {"7", "4711", "-38", "1000000", "65536", "-99999", "12", "808"};

    @Override
    public long work() {
      long sum = 0;
      for (int i = 0; i < rounds; i++) {
        sum += Integer.parseInt(texts[i & 7]) + Integer.parseInt(texts[(i + 3) & 7]);
      }
      return sum;
    }
  }

  /** Formats an amount of money. */
  public static final class Formatting extends CalledWork {
    private long cents = 123_456;

    @Override
    public long work() {
      long length = 0;
      for (int i = 0; i < rounds; i++) {
        cents = (cents * 31 + 7) % 10_000_000;
        String rest = Long.toString(cents % 100 + 100);
        length += (cents / 100 + "." + rest.substring(1)).length();
      }
      return length;
    }
  }

  /** Encodes bytes as base 64. */
  public static final class Encoding extends CalledWork {
    private final byte[] bytes = new byte[48];

    @Override
    public long work() {
      long sum = 0;
      for (int i = 0; i < rounds; i++) {
        bytes[i % bytes.length]++;
        byte[] encoded = Base64.getEncoder().encode(bytes);
        sum += encoded[i % encoded.length];
      }
      return sum;
    }
  }

  /** Converts text to UTF-8 and back. */
  public static final class Utf8 extends CalledWork {
    private final String[] texts = {"größer", "plain text", "naïve café", "x", "Ω and ω"};

    @Override
    public long work() {
      long sum = 0;
      for (int i = 0; i < rounds; i++) {
        byte[] bytes = texts[i % texts.length].getBytes(StandardCharsets.UTF_8);
        sum += bytes.length + new String(bytes, StandardCharsets.UTF_8).length();
      }
      return sum;
    }
  }

  /** Builds a line of text. */
  public static final class Building extends CalledWork {
    private final String[] words = {"alpha", "beta", "gamma", "delta", "epsilon"};

    @Override
    public long work() {
      long sum = 0;
      for (int i = 0; i < rounds; i++) {
        StringBuilder line = new StringBuilder();
        for (String word : words) {
          line.append(word).append('=').append(i).append(';');
        }
        sum += line.length();
      }
      return sum;
    }
  }

  /** Matches a regular expression. */
  public static final class Regex extends CalledWork {
    private final Pattern pattern = Pattern.compile("([a-z]+)-(\\d+)(?:\\.(\\d+))?");
    private final String[] texts = {"tare-12.5", "scale-7", "none", "weight-100.25"};

    @Override
    public long work() {
      long sum = 0;
      for (int i = 0; i < rounds; i++) {
        Matcher matcher = pattern.matcher(texts[i & 3]);
        sum += matcher.matches() ? matcher.end(2) : 1;
      }
      return sum;
    }
  }

  /** Searches words in a text. */
  public static final class Search extends CalledWork {
    private final String text =
        "the quick brown fox jumps over the lazy dog ".repeat(3) + "at last";
    private final String[] words = {"lazy", "last", "fox", "cat", "dog at"};

    @Override
    public long work() {
      long sum = 0;
      for (int i = 0; i < rounds; i++) {
        sum += text.indexOf(words[i % words.length]);
      }
      return sum;
    }
  }

  /** Writes a text as JSON does, with its quotes escaped. */
  public static final class JsonWriting extends CalledWork {
    private final String[] texts = {"note \"quoted\"", "path\\to", "plain", "a \"b\" c"};
    private final char[] json = new char[64];

    @Override
    public long work() {
      long sum = 0;
      for (int i = 0; i < rounds; i++) {
        String text = texts[i & 3];
        int end = 0;
        json[end++] = '"';
        for (int k = 0; k < text.length(); k++) {
          char c = text.charAt(k);
          if (c == '"' || c == '\\') {
            json[end++] = '\\';
          }
          json[end++] = c;
        }
        json[end++] = '"';
        sum += end;
      }
      return sum;
    }
  }

  /** Splits a line at its commas and changes the case. */
  public static final class Splitting extends CalledWork {
    private final String[] lines = {"a,b,c,d", "one,two", "x,,y", "no comma"};

    @Override
    public long work() {
      long sum = 0;
      for (int i = 0; i < rounds; i++) {
        String[] parts = lines[i & 3].split(",", -1);
        sum += parts.length + parts[0].toUpperCase(Locale.ROOT).length();
      }
      return sum;
    }
  }
}
