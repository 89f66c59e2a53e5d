package dev.tare.extension;

import org.apiguardian.api.API;

/**
 * Values of annotation attributes that mean "not set", since an annotation cannot hold null.
 *
 * <p>The default of the suite then applies, or, if there is none, nothing is limited or selected.
 *
 * <table>
 * <caption>Values by type of attribute</caption>
 * <tr><th>attribute</th><th>value</th></tr>
 * <tr><td>{@code String}</td><td>{@link #TEXT}</td></tr>
 * <tr><td>{@code int}, {@code long}, {@code double}</td><td>{@link #NUMBER}</td></tr>
 * <tr><td>{@code Class<?>}</td><td>{@code Unset.class}</td></tr>
 * </table>
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Unset {

  /** Text that is not set. */
  public static final String TEXT = "";

  /** Number that is not set. Other invalid numbers, such as -1, are refused. */
  public static final int NUMBER = Integer.MIN_VALUE;

  private Unset() {}
}
