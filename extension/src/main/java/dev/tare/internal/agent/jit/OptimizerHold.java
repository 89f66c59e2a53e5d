package dev.tare.internal.agent.jit;

import dev.tare.internal.agent.Retransformation;
import dev.tare.internal.agent.weave.ClassOrigin;
import dev.tare.internal.agent.weave.ClassOrigins;
import dev.tare.internal.agent.weave.IdentityTransformer;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMException;

/**
 * Keeps C2 from optimizing the application's code, which would remove allocations, until this is
 * closed.
 *
 * <p>An {@link OptimizerExclusion} excludes the packages of the application from C2. If C2 has
 * compiled code of the application, redefining its classes with identical bytes discards it.
 * Closing ends the exclusion and redefines the excluded classes, so that C2 can compile them again.
 */
public final class OptimizerHold implements AutoCloseable {

  private final Instrumentation instrumentation;
  private final List<Class<?>> tests;
  private final OptimizerExclusion exclusion;

  private OptimizerHold(Instrumentation instrumentation, List<Class<?>> tests)
      throws IOException, JMException {
    this.instrumentation = instrumentation;
    this.tests = tests;
    List<Class<?>> application = application(instrumentation, tests);
    this.exclusion = OptimizerExclusion.ofPackages(application);
    // the queue first: what leaves it meanwhile is in the list of compiled code
    if (exclusion.isBeingCompiled() || OptimizedCode.ofApplication(tests)) {
      // all of them, because code that is inlined elsewhere may not be listed
      new Retransformation(instrumentation, refused -> {})
          .apply(new IdentityTransformer(), application);
      OptimizedCode.recordDiscarded(tests);
    }
  }

  /**
   * Excludes the application that the tests belong to from C2.
   *
   * @throws IOException if the directives cannot be written to the temporary folder
   * @throws JMException if this JVM accepts no compiler directives
   */
  public static OptimizerHold open(Instrumentation instrumentation, List<Class<?>> tests)
      throws IOException, JMException {
    return new OptimizerHold(instrumentation, tests);
  }

  /** Lets C2 compile the application again. */
  @Override
  public void close() {
    OptimizedCode.recordDiscarded(tests);
    exclusion.close();
    ApplicationCode.discard(instrumentation, exclusion::includes);
  }

  private static List<Class<?>> application(Instrumentation instrumentation, List<Class<?>> tests) {
    ClassOrigins application = new ClassOrigins(tests, ClassOrigin.APPLICATION);
    List<Class<?>> loaded = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (application.includes(type) && instrumentation.isModifiableClass(type)) {
        loaded.add(type);
      }
    }
    return loaded;
  }
}
