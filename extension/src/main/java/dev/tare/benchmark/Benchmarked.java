package dev.tare.benchmark;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasuredBy;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.platform.commons.annotation.Testable;

/**
 * A call of the test may take at most so long, or at most so many times as long as a call of
 * another method of the class.
 *
 * <table>
 * <caption>What is judged</caption>
 * <tr><th>attributes</th><th>promise</th></tr>
 * <tr><td>{@code max = "250 ns"}</td><td>a call takes at most 250 ns</td></tr>
 * <tr><td>{@code baseline = "lookup"}</td><td>at most 10 % longer than {@code lookup()}, the suite's
 *     {@value dev.tare.extension.Configuration#MAX_RATIO}</td></tr>
 * <tr><td>{@code baseline = "lookup", maxRatio = 1.5}</td><td>at most 50 % longer</td></tr>
 * <tr><td>{@code max} and {@code baseline}</td><td>both, measured in one run</td></tr>
 * <tr><td>{@code maxFirst = "50 ms"}</td><td>the first call takes at most 50 ms</td></tr>
 * <tr><td>none</td><td>none; it is measured and reported</td></tr>
 * </table>
 *
 * <p>The body is called thousands of times: once alone, then until the JIT has compiled it, then in
 * samples of about 1 ms until the promise is seen to be kept or broken. {@code @BeforeEach} runs
 * once, before the first call. A body of several milliseconds and more is called less often, a very
 * slow one seven times, or thirteen where that exceeds its limit, nine where it does so by far.
 * What the body returns is consumed, so that the JIT cannot remove the work; return something.
 *
 * <p>The CPU time of the calling thread is judged where the body does nothing but compute, so the
 * load of other programs does not count; otherwise, and of several {@link #threads()}, real time.
 * Other threads are not in CPU time; the pauses of garbage collections are charged, by the bytes
 * allocated. Before the warm-up the heap is collected if other tests may have left much garbage.
 *
 * <p>A core that another program shares or that is clocked down, and memory that the heap uses for
 * the first time, can make a call seem half as long again, or sixty times as long. Samples that
 * either slowed down are left out if there are enough others. If most are of that kind, an exceeded
 * {@code max} that it can explain is <em>inconclusive</em>. The first {@code max} of a run that is
 * exceeded by no more than twice is looked at for longer, {@code maxTime} at most: its core may
 * have been shared all the while.
 *
 * <p>No interval is narrower than what compilation by luck can move: in one JVM and with the
 * default {@link #confidence()} about 12 % to pass and 15 % to fail for {@code max}, 5 % and 6 %
 * for a ratio; several {@link #forks()} have their luck in part averaged out. A time nearer to its
 * limit is <em>inconclusive</em>, and so is every time under a debugger or while other tests may
 * run in the same JVM. A comparison that cannot be decided at once measures its baseline a second
 * time, through code of its own: how far it differs from itself stands in the report. An exceeded
 * limit is confirmed by a second run with freshly compiled code. A ratio takes two runs that agree
 * in any case, three where it exceeds the limit by less than 15 %, and up to four until they agree:
 * equal methods are now and then compiled into code of different speed. Before each run Tare's
 * agent discards the compiled code of the application's classes. Where no agent can be loaded, a
 * ratio of up to twice the limit is <em>inconclusive</em>. Times below 1 ns count as 1 ns: a body
 * that returns a field takes no less. A body that takes so little and returns nothing, or whose
 * value the JIT computes once for all calls, is <em>unmeasured</em>; so is one whose calls are
 * timed one by one for a percentile, which returns nothing and takes no time in a loop. Beside a
 * {@link dev.tare.extension.BeforeCall} that cannot be told, and the report says so.
 *
 * <p>Options of the JVM that slow down code stand in the report, read from the flags in force.
 * Without the optimizing compiler ({@code -Xint}, {@code -XX:TieredStopAtLevel=1}) a limit of
 * {@code max} or {@code maxRatio} is <em>inconclusive</em>, and so is a first call that exceeds
 * {@code maxFirst}; {@code tare.allowUnoptimized = true} has them judged.
 *
 * <p>A limit for {@code max} belongs to the machine it was found on; a ratio carries over.
 *
 * <p>On a method without a JUnit annotation it makes the method a test; beside {@code @Test} and
 * its kin it brackets that test; on a class it is the default for every test in it.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@MeasuredBy(TimePerCall.class)
@Testable
@SuppressWarnings("exports") // the metric is for this annotation only
public @interface Benchmarked {

  /** The value of {@link #maxRatio()} that asks for the suite's. */
  double SUITE_RATIO = Double.MIN_VALUE;

  /**
   * The longest time that a call may take, with a unit: {@code "250 ns"}, {@code "30 us"}, {@code
   * "3 ms"}; the forms of {@link dev.tare.unit.Elapsed}. Empty: no limit.
   */
  String max() default "";

  /**
   * The longest time that the very first call in this test may take, class loading included, with a
   * unit: {@code "50 ms"}. It is one reading of real time; too long only if it would be so without
   * the time for which other programs had the processor, where the operating system tells, and
   * <em>inconclusive</em> if that decides. What ran before in this JVM is loaded already. No other
   * annotation that needs a call may stand on the test; a value that is weighed is the one that
   * this call returned. Without {@link #max()} and {@link #baseline()} the body is called only this
   * once, and how others are timed cannot be said. Empty: no limit.
   */
  String maxFirst() default "";

  /**
   * The name of the method to compare with: a method of the test class or above it, not private,
   * static or abstract, with the parameters of this one or none. Both are called in turn on the
   * same instance. A {@code @TestFactory} cannot have one; where it is the default of a class,
   * dynamic tests are compared with nothing. Empty: no comparison.
   */
  String baseline() default "";

  /**
   * How many times as long as a call of the baseline a call may take, more than 0 and up to
   * 1,000,000; unless given, {@value dev.tare.extension.Configuration#MAX_RATIO} says it, which is
   * 1.10.
   */
  double maxRatio() default SUITE_RATIO;

  /**
   * Whether a call must return what a call of the baseline returns: equal by {@code equals}, arrays
   * by content. Both are called once for it, before the warm-up; a method that returns nothing is
   * not compared. Where both return the same object, what the one left in it is compared with what
   * the other did if it is an array, a collection, a map or a text of up to a million elements; of
   * any other, such as one of the test's own, return a copy. If they differ the time is
   * <em>unmeasured</em>, since it would compare different work; so it is if comparing them throws.
   * An {@code equals} that does not return keeps the test as a body does that does not: JUnit's
   * {@code @Timeout} interrupts both.
   */
  boolean equalResults() default true;

  /**
   * What is made of the samples and judged.
   *
   * <table>
   * <caption>Statistics</caption>
   * <tr><th>text</th><th>judged</th><th>its interval</th></tr>
   * <tr><td>{@code "robust"}</td><td>the trimmed mean of blocks of samples, each without what
   *     interrupted it or slowed down the core: what a call takes when it is left alone</td><td>Yuen's</td></tr>
   * <tr><td>{@code "mean"}</td><td>the mean of all samples, slow ones included; those of
   *     other programs' making with {@code clock = ClockType.WALL} only</td><td>by a block
   *     bootstrap</td></tr>
   * <tr><td>{@code "median"}</td><td>the median of all samples</td><td>by a block bootstrap</td></tr>
   * <tr><td>{@code "p99"}</td><td>the time that 99 % of single calls do not exceed; any percentile
   *     above {@code p0} and below {@code p100}, with up to three decimals</td><td>of order
   *     statistics</td></tr>
   * </table>
   *
   * <p>A sample is about 1 ms of calls, so {@code mean} and {@code median} do not show single slow
   * calls; a percentile times each call by itself, in real time. Reading the clock takes 20 to 80
   * ns, which are in each such time: they count for the limit's benefit, so that a call which is
   * not many times longer is <em>inconclusive</em> near it. {@code p99} takes 477 calls at least,
   * {@code p99.9} 4,785. It is one of real time, on one thread.
   */
  String statistic() default "robust";

  /**
   * How many equal actions one call of the body does, in a loop of its own, at least 1. Times,
   * limits and the floor are then of one action; use it for what takes less than some nanoseconds.
   * {@link #maxFirst()} stays about the whole call.
   */
  int operations() default 1;

  /** Which clock is judged. */
  ClockType clock() default ClockType.AUTO;

  /**
   * How sure a failure must be, from 0.8 on and less than 1: of all tests exactly at their limit at
   * most 1 - {@code confidence} fail, and of those just beyond it at most five times as many pass.
   * More of it takes more samples and makes more tests <em>inconclusive</em>.
   */
  double confidence() default 0.99;

  /**
   * How many threads call the body at the same time, on the same instance, 1 to 1,000. The time is
   * what a call takes on one of them, real time unless {@link #clock()} asks for another. More than
   * one cannot be had of a percentile, nor where a {@link dev.tare.extension.BeforeCall} prepares
   * each call.
   */
  int threads() default 1;

  /**
   * The longest warm-up of the methods together, with a unit: {@code "500 ms"}; it ends earlier
   * when the JIT is quiet and the heap takes no new memory. Unless given, {@value
   * dev.tare.extension.Configuration#MAX_WARMUP} says it.
   */
  String maxWarmup() default "";

  /**
   * The longest sampling after the warm-up, with a unit: {@code "10 s"}. Without a limit it may go
   * on while the core is shared, until both caps are over, but for no more than 4 s. A limit that
   * is exceeded is confirmed by a second warm-up and sampling; from the first warm-up on all of it
   * takes no longer than both caps together, and in them a comparison warms up and times its
   * baseline a second time. Longer where calls take more than 0.1 s, of which each run times five
   * of each method at least, or three that are far above the limit, or where it is looked into
   * whether a short time is work left out. Unless given, {@value
   * dev.tare.extension.Configuration#MAX_TIME} says it.
   */
  String maxTime() default "";

  /**
   * How many fresh JVMs measure, one after the other, up to 100; 0: this one. Each has the same
   * class path or module path, options, system properties (but for what a JVM knows of itself, such
   * as {@code os.name}) and test instance lifecycle, and runs this test alone, with all that
   * belongs to it. The mean of what they find is judged. One more must confirm that a limit is
   * exceeded: by itself, or as one of them, with which their mean still exceeds it; one JVM alone
   * does not know how much others would differ. Where a shared core or new memory slowed one down
   * as a whole, another one is started, up to twice as many, and its time per call is left out if
   * there are others; the mean, the median and percentiles keep theirs. Before them the body is
   * called once in this JVM, so that what it throws is known first. A dynamic test cannot be run
   * again alone and is <em>unmeasured</em>.
   *
   * <p>All that takes a second and more for each, and is what a time needs that is to be compared
   * with other runs: in a JVM in which other tests have run, the JIT knows of calls that this one
   * does not make. What it knows of the JDK's API from JUnit is forgotten in the fresh one before
   * the warm-up, if that lets an agent in. Debuggers, remote management, recordings and agents that
   * count lines stay behind. {@code -1}, unless given: {@value
   * dev.tare.extension.Configuration#FORKS} says it.
   */
  int forks() default -1;

  /**
   * When it is found out where the time goes; unless given, {@value
   * dev.tare.extension.Configuration#BREAKDOWN} says so. For that the body is called for about 0.6
   * s more, or once if a call takes 0.25 s and more, and the JVM's flight recorder looks every 10
   * ms which method runs. A body that mostly waits for something is called until that was recorded
   * for 2 s. The rows share out the figure by these samples; beside them stands what a call
   * allocates, counted in the same calls. What methods annotated {@link
   * dev.tare.extension.BeforeCall} do is left out of all that; of such a test samples of more than
   * 64 calls inside one another do not count either, since the recorder does not tell the
   * outermost. It is profiled on one thread of this JVM, where several {@link #threads()} or {@link
   * #forks()} are judged too, and the rows say so. A JVM without the module {@code jdk.jfr} makes
   * no profile and says so.
   */
  Configuration.Breakdown breakdown() default Configuration.Breakdown.DEFAULT;

  /**
   * How it is found out. With {@link ProfileDepth#CALLS} the body is called for about a second
   * more, twice at least, with the application's methods woven. The rows are then its methods, with
   * the number of calls, the share of the time that each took itself and with what it calls, and
   * the bytes that it allocates itself a call; beside them stand the paths that took the most. A
   * method that calls itself has the total of its outermost call. Numbers of calls and bytes are
   * exact, but the hooks slow short methods down, by as much as the message says, so times are told
   * as shares only. Calls of other threads are not recorded. Where no agent gets in, the samples
   * are told, with the line to add. {@value dev.tare.extension.Configuration#BREAKDOWN} does not
   * keep it back, and {@code breakdown = NEVER} is refused beside it.
   */
  ProfileDepth depth() default ProfileDepth.SAMPLES;
}
