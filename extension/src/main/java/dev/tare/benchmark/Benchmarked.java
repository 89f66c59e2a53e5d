package dev.tare.benchmark;

import dev.tare.extension.MeasuredBy;
import dev.tare.extension.Unset;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;
import org.junit.platform.commons.annotation.Testable;

/**
 * Limits the time of a call, absolutely or relative to another method of the class.
 *
 * <pre>{@code
 * private final Set<String> hashed = new HashSet<>(LIST);
 *
 * boolean findsInHashSet() {
 *   return hashed.contains("ZW");
 * }
 *
 * @Benchmarked(max = "10 us", baseline = "findsInHashSet", maxRatio = 2)
 * boolean findsInImmutableSet() {
 *   return IMMUTABLE.contains("ZW");
 * }
 * }</pre>
 *
 * <p>The body is called thousands of times: once alone, then until the JIT has compiled it, then in
 * samples of about 1 ms until the limit is clearly kept or exceeded. {@code @BeforeEach} runs once,
 * before the first call. Return what the body computes, so that the JIT cannot remove the work.
 *
 * <p>On a method without a JUnit annotation it makes the method a test; together with {@code @Test}
 * it measures that test; on a class it is the default for every test in it.
 *
 * <p>Limits:
 *
 * <ul>
 *   <li>A time within about 15 % of its limit, or a ratio within about 6 %, is
 *       <em>inconclusive</em> in one JVM: compilation alone moves times by that much. {@link
 *       #forks()} average it out in part.
 *   <li>Times are <em>inconclusive</em> under a debugger, in a parallel run, and without the
 *       optimizing compiler unless {@code tare.allowUnoptimized = true}.
 *   <li>A limit that is exceeded is measured once more, with freshly compiled code. If only one of
 *       both measurements exceeds it, it is <em>inconclusive</em>.
 *   <li>Times below 1 ns count as 1 ns. Work that the JIT removes is <em>unmeasured</em>, unless
 *       the limit holds for unoptimized calls.
 *   <li>A limit for {@code max} belongs to the machine on which it was found; a ratio mostly
 *       carries over.
 * </ul>
 *
 * @see "Guide: docs/guide/benchmarks.md"
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@MeasuredBy(TimePerCall.class)
@Testable
@SuppressWarnings("exports") // the metric is for this annotation only
public @interface Benchmarked {

  /**
   * The longest time of a call, with a unit: {@code "250 ns"}, {@code "30 us"}, {@code "3 ms"}; the
   * forms of {@link dev.tare.unit.Elapsed}. If unset, there is no limit.
   */
  String max() default Unset.TEXT;

  /**
   * The longest time of the very first call in this test, class loading included, with a unit:
   * {@code "50 ms"}. If unset, there is no limit.
   *
   * <ul>
   *   <li>It is one reading of real time. If the limit is exceeded only because other programs had
   *       the processor, the verdict is <em>inconclusive</em>.
   *   <li>Classes that ran before in this JVM are already loaded.
   *   <li>No other annotation that calls the body can stand on the test. A value whose size is
   *       judged is the one that this call returned.
   *   <li>Without {@link #max()} and {@link #baseline()}, the body is called only once, and
   *       attributes that concern later calls are refused.
   * </ul>
   */
  String maxFirst() default Unset.TEXT;

  /**
   * The name of the method to compare with: a method of the test class or its superclasses that is
   * not private, static or abstract, with the parameters of the test or none. Both methods are
   * called in turn on the same instance. A {@code @TestFactory} cannot have a baseline; the
   * baseline of a class does not apply to dynamic tests. If unset, nothing is compared.
   */
  String baseline() default Unset.TEXT;

  /**
   * The largest ratio of the time of a call to that of the baseline, more than 0 and up to
   * 1,000,000. If unset, that of {@code tare.maxRatio}.
   */
  double maxRatio() default Unset.NUMBER;

  /**
   * Whether a call must return what a call of the baseline returns, equal by {@code equals}, arrays
   * by content. Both are called once for this, before the warm-up.
   *
   * <ul>
   *   <li>If the values differ, or if comparing them throws, the time is <em>unmeasured</em>, since
   *       it would compare different work.
   *   <li>A method that returns nothing is not compared.
   *   <li>If both return the same object, it equals itself: return a copy.
   *   <li>An {@code equals} that does not return blocks the test like a body that does not return;
   *       JUnit's {@code @Timeout} interrupts both.
   * </ul>
   */
  boolean equalResults() default true;

  /**
   * The statistic that is computed from the samples and judged.
   *
   * <table>
   * <caption>Statistics</caption>
   * <tr><th>text</th><th>judged</th><th>its interval</th></tr>
   * <tr><td>{@code "robust"}</td><td>the trimmed mean of blocks of samples: the time of a usual call</td><td>Yuen's</td></tr>
   * <tr><td>{@code "mean"}</td><td>the mean of all samples, slow ones included</td><td>by block bootstrap</td></tr>
   * <tr><td>{@code "median"}</td><td>the median of all samples</td><td>by block bootstrap</td></tr>
   * <tr><td>{@code "p99"}</td><td>the time that 99 % of single calls do not exceed; any percentile above {@code p0} and below {@code p100}, with up to three decimals</td><td>of order statistics</td></tr>
   * </table>
   *
   * <p>A sample is about 1 ms of calls, so {@code mean} and {@code median} do not show single slow
   * calls. A percentile times each call by itself, in real time. Reading the clock takes 20 to 80
   * ns of each such time and counts in favour of the limit, so a call that is not many times longer
   * is <em>inconclusive</em> near its limit. {@code p99} takes at least 477 calls, {@code p99.9}
   * 4,785.
   */
  String statistic() default "robust";

  /**
   * The number of equal operations in one call of a body that contains its own loop, at least 1.
   * Times, limits and the floor then apply to one operation. Use it for operations of a few
   * nanoseconds. It does not apply to {@link #maxFirst()}.
   */
  int operations() default 1;

  /**
   * The longest warm-up of all compared methods together, with a unit: {@code "500 ms"}. It ends
   * earlier when the JIT is idle. If unset, that of {@code tare.warmupTime}.
   */
  String warmupTime() default Unset.TEXT;

  /**
   * The longest sampling after the warm-up, with a unit: {@code "10 s"}. If unset, that of {@code
   * tare.measurementTime}.
   *
   * <ul>
   *   <li>An exceeded limit is measured a second time, with the same caps.
   *   <li>Calls of more than 0.1 s may take longer: each measurement times at least five of each
   *       method. So may the check whether the JIT removed the work of a very short call.
   * </ul>
   */
  String measurementTime() default Unset.TEXT;

  /**
   * The number of fresh JVMs that measure, one after the other, up to 100; 0 measures in this JVM.
   * The mean of their figures is judged. If unset, that of {@code tare.forks}.
   *
   * <ul>
   *   <li>Each fresh JVM has the same class path or module path, options, system properties and
   *       test instance lifecycle, and runs this test alone. Debuggers, remote management,
   *       recordings and coverage agents are left out.
   *   <li>Each fresh JVM takes a second or more. Use them for times that are compared with other
   *       runs: in a JVM in which other tests have run, the JIT may compile the same code
   *       differently.
   *   <li>The body is first called once in this JVM, so that its exceptions are known.
   *   <li>A limit that is exceeded is measured again, by as many JVMs.
   *   <li>The JIT's profiles of JDK classes that JUnit caused are discarded before the warm-up, if
   *       an agent can be loaded.
   *   <li>A dynamic test cannot be run again alone and is <em>unmeasured</em>.
   * </ul>
   */
  int forks() default Unset.NUMBER;

  /**
   * How the profile is made. With {@link ProfileKind#CALLS} the body is called for about a second
   * more, at least twice, with hooks woven into the application's methods.
   *
   * <ul>
   *   <li>The rows are methods, with their number of calls, their own and total share of the time,
   *       and the bytes that a call allocates itself. The paths that took the most time are listed
   *       too. A recursive method has the total of its outermost call.
   *   <li>Numbers of calls and bytes are exact. Times are shares only, since the hooks slow short
   *       methods down; the message says by how much.
   *   <li>Calls of other threads are counted in a note, by method and without times.
   *   <li>If no agent can be loaded, the samples are shown, with the option to add.
   *   <li>{@code tare.breakdown} does not switch it off.
   * </ul>
   */
  ProfileKind profile() default ProfileKind.SAMPLES;
}
