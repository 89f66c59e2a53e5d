package dev.tare.internal.launch;

import java.util.Locale;
import org.apiguardian.api.API;

/**
 * Number of letters by which two names differ, used to suggest the intended name of a mistyped one.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class EditDistance {

  private EditDistance() {}

  /** Returns the Levenshtein distance of two names, ignoring case. */
  public static int between(String one, String other) {
    String from = one.toLowerCase(Locale.ROOT);
    String to = other.toLowerCase(Locale.ROOT);
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int substitution = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substitution, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
