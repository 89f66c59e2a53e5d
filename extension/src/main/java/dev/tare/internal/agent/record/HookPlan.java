package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.LoadedClass;
import dev.tare.internal.agent.weave.RecorderClass;
import java.security.ProtectionDomain;
import java.util.Collection;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import org.jspecify.annotations.Nullable;

/** Choice of the classes that {@link WovenClasses} weaves, and of their hooks. */
interface HookPlan {

  /** Returns the recorder that the hooks call. */
  RecorderClass recorder();

  /** Returns the loaded classes to weave. */
  Collection<Class<?>> selected(Class<?>[] loaded);

  /** Returns whether to weave a class that is being loaded. */
  boolean includes(LoadedClass type, @Nullable ProtectionDomain domain);

  /**
   * Inserts the hooks into a class file.
   *
   * @return whether there was anything to weave
   * @throws BadBytecode if the class cannot be woven
   */
  boolean weave(LoadedClass type, @Nullable ProtectionDomain domain, ClassFile file)
      throws BadBytecode;

  /**
   * Called for a class that stays unwoven because weaving it failed or the JVM refused the result.
   */
  void failed(LoadedClass type);
}
