package dev.tare.internal.agent.jit;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.AgentAccess.Granted;
import dev.tare.internal.agent.Retransformation;
import dev.tare.internal.agent.TareClasses;
import dev.tare.internal.agent.weave.IdentityTransformer;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Discards what the JIT compilers have made of the application's classes: machine code and
 * profiles. The classes are compiled anew when they are called again.
 *
 * <p>Two equal methods can be compiled into code that differs in speed by a factor of two, and keep
 * it for as long as the JVM runs. Only a new compilation shows whether a difference is real.
 */
public final class ApplicationCode {

  // Redefining a class by itself replaces its methods, see JdkProfiles. Only classes with compiled
  // code are redefined, since an application may have loaded ten thousand others. Measured: 5 ms to
  // redefine 2 classes.

  private ApplicationCode() {}

  /**
   * Discards it.
   *
   * @return whether this JVM could: false without an agent, or without a list of compiled methods
   */
  public static boolean discard() {
    if (!(Agent.access() instanceof Granted granted)) {
      return false;
    }
    Set<String> compiled =
        CompiledMethod.list().orElse(List.of()).stream()
            .map(CompiledMethod::type)
            .collect(Collectors.toSet());
    if (compiled.isEmpty()) {
      return false;
    }
    Instrumentation instrumentation = granted.instrumentation();
    List<Class<?>> types =
        Stream.<Class<?>>of(instrumentation.getAllLoadedClasses())
            .filter(type -> compiled.contains(type.getName()))
            .filter(ApplicationCode::isOfApplication)
            .filter(instrumentation::isModifiableClass)
            .toList();
    List<Class<?>> refused = new ArrayList<>();
    new Retransformation(instrumentation, refused::add)
        .apply(new IdentityTransformer(type -> true), types);
    return refused.isEmpty();
  }

  private static boolean isOfApplication(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader != null
        && loader != ClassLoader.getPlatformClassLoader()
        && !TareClasses.isInternal(type.getName())
        // the stubs of trials before, which nothing calls any more
        && !type.isSynthetic();
  }
}
