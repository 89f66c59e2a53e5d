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
 * The application's code without the optimizing compiler, for as long as this is open: C2 is what
 * removes allocations.
 *
 * <p>An {@link OptimizerExclusion} keeps C2 away, and the classes are transformed into themselves,
 * which drops what it has compiled. Closing ends the exclusion and transforms them into themselves
 * once more, so that C2 can compile them again.
 */
public final class OptimizerHold implements AutoCloseable {

  private final Instrumentation instrumentation;
  private final List<Class<?>> tests;
  private final OptimizerExclusion exclusion;

  private OptimizerHold(Instrumentation instrumentation, List<Class<?>> tests)
      throws IOException, JMException {
    this.instrumentation = instrumentation;
    this.tests = tests;
    this.exclusion = OptimizerExclusion.of(application());
    dropCompiled();
  }

  /**
   * Holds the optimizer off the application that the tests belong to.
   *
   * @throws IOException if the directives cannot be written to the temporary folder
   * @throws JMException if this JVM takes no compiler directives
   */
  public static OptimizerHold open(Instrumentation instrumentation, List<Class<?>> tests)
      throws IOException, JMException {
    return new OptimizerHold(instrumentation, tests);
  }

  /** Gives the optimizer its code back. */
  @Override
  public void close() {
    OptimizedCode.dropped(tests);
    exclusion.close();
    dropCompiled();
  }

  private void dropCompiled() {
    new Retransformation(instrumentation, refused -> {})
        .apply(new IdentityTransformer(type -> true), application());
  }

  /** The classes of the application that are loaded by now. */
  private List<Class<?>> application() {
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
