package dev.tare.model;

import dev.tare.model.Verdict.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apiguardian.api.API;

/**
 * All verdicts of one execution of one test.
 *
 * @param test the test
 * @param verdicts its verdicts, at least one; the gravest first, otherwise in the given order
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record Report(TestId test, List<Verdict> verdicts) {

  /**
   * Copies and orders the verdicts.
   *
   * @throws IllegalArgumentException if there is no verdict
   */
  public Report {
    if (verdicts.isEmpty()) {
      throw new IllegalArgumentException("a report without a verdict: " + test);
    }
    List<Verdict> gravestFirst = new ArrayList<>(verdicts);
    gravestFirst.sort(Comparator.comparing(Verdict::outcome));
    verdicts = List.copyOf(gravestFirst);
  }

  /** Returns the gravest of the outcomes. */
  public Outcome outcome() {
    return verdicts.get(0).outcome();
  }

  /**
   * The name of a test or of one of its invocations.
   *
   * @param className the binary name of the test class
   * @param method the method's name, without parameters
   * @param invocation what tells executions of the method apart; empty for a plain test
   */
  public record TestId(String className, String method, String invocation) {

    /** Returns class without package, method and invocation: {@code CacheTests.get()}. */
    public String shortName() {
      String simple = className.substring(className.lastIndexOf('.') + 1).replace('$', '.');
      return simple + "." + method + "()" + (invocation.isEmpty() ? "" : " " + invocation);
    }
  }
}
