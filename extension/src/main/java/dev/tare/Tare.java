package dev.tare;

import static dev.tare.internal.plain.PlainRequest.required;

import dev.tare.internal.plain.Lambda;
import dev.tare.internal.plain.PlainRequest;
import dev.tare.internal.render.FailureMessage;
import dev.tare.model.Report;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import org.apiguardian.api.API;

/**
 * Measures lambdas and values without annotations: in a {@code main}, a notebook, or a test.
 *
 * <pre>{@code
 * System.out.println(Tare.calling(() -> parser.parse(line)).allocated());
 * System.out.println(Tare.calling(() -> parser.parse(line)).time().report());
 * System.out.println(Tare.retained(cache).value());
 * }</pre>
 *
 * <p>The figures are those of the annotations of the same name, with their limits and caveats.
 * JUnit is not needed. The keys {@code tare.*} of the running test suite apply; elsewhere system
 * properties of these names do.
 *
 * <table>
 * <caption>Which body a lambda becomes</caption>
 * <tr><th>the lambda returns</th><th>interface</th></tr>
 * <tr><td>nothing</td><td>{@link Body.OfVoid}</td></tr>
 * <tr><td>an object</td><td>{@link Callable}</td></tr>
 * <tr><td>a primitive, which is not boxed</td><td>{@link Body.OfInt}, {@link Body.OfLong}, {@link
 *     Body.OfDouble} or {@link Body.OfBoolean}</td></tr>
 * <tr><td>an object for a size {@code n -> …}</td><td>{@link IntFunction}</td></tr>
 * </table>
 *
 * <p>Limits:
 *
 * <ul>
 *   <li>An object with another interface is passed as a method reference: {@code supplier::get}.
 *   <li>A reference to an overloaded method or constructor is ambiguous: write a lambda, {@code ()
 *       -> new StringBuilder()}.
 *   <li>A lambda that only throws is ambiguous: cast it to {@link Runnable}.
 *   <li>Each body should be a lambda of its own: measuring one lambda twice measures code that the
 *       first measurement has compiled.
 *   <li>Measuring inside of a body that is being measured is refused with an {@link
 *       IllegalStateException}.
 *   <li>Times are measured in this JVM; {@code tare.forks} does not apply.
 * </ul>
 *
 * @see "Guide: docs/guide/plain-api.md"
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class Tare {

  private Tare() {}

  /** Returns a body that returns nothing. */
  public static MeasuredBody calling(Runnable body) {
    return calling(Runnable.class, body);
  }

  /** Returns a body that returns nothing and may throw checked exceptions. */
  public static MeasuredBody calling(Body.OfVoid body) {
    return calling(Body.OfVoid.class, body);
  }

  /** Returns a body that returns an object. */
  public static MeasuredBody calling(Callable<?> body) {
    return calling(Callable.class, body);
  }

  /** Returns a body that returns an {@code int} or a shorter primitive, which is not boxed. */
  public static MeasuredBody calling(Body.OfInt body) {
    return calling(Body.OfInt.class, body);
  }

  /** Returns a body that returns a {@code long}, which is not boxed. */
  public static MeasuredBody calling(Body.OfLong body) {
    return calling(Body.OfLong.class, body);
  }

  /** Returns a body that returns a {@code double} or a {@code float}, which is not boxed. */
  public static MeasuredBody calling(Body.OfDouble body) {
    return calling(Body.OfDouble.class, body);
  }

  /** Returns a body that returns a {@code boolean}, which is not boxed. */
  public static MeasuredBody calling(Body.OfBoolean body) {
    return calling(Body.OfBoolean.class, body);
  }

  /**
   * Returns a body that is called with several sizes. A primitive that it returns is boxed; to
   * avoid that, assign it to a field and return null.
   */
  public static SizedBody calling(IntFunction<?> body) {
    return new SizedBody(request(IntFunction.class, body));
  }

  /** Returns a value whose size is measured. */
  public static MeasuredGraph graphOf(Object value) {
    return new MeasuredGraph(PlainRequest.of(required("graphOf(null)", value)));
  }

  /**
   * Measures the bytes that would be freed with a value, as {@code @MaxRetainedSize} does. Local
   * variables and the fields of the test are not seen as other holders; {@code calling(() ->
   * value).retained()} sees the fields.
   */
  public static MeasuredFigure retained(Object value) {
    return graphOf(required("retained(null)", value)).retained();
  }

  /**
   * Returns the message with which a test would fail, for the report of a comparison with a limit:
   * {@code Tare.message(figure.judge(DataSize.parse("1 KiB")))}. A report within its limits has
   * one, too.
   */
  public static String message(Report report) {
    return FailureMessage.render(required("message(null)", report), null);
  }

  private static <T> MeasuredBody calling(Class<T> type, T body) {
    return new MeasuredBody(request(type, body));
  }

  private static <T> PlainRequest request(Class<T> type, T body) {
    return PlainRequest.of(Lambda.of(type, required("calling(null)", body)));
  }
}
