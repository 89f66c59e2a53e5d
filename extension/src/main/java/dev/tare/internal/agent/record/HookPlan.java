package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.ClassIdentity;
import dev.tare.internal.agent.weave.RecorderClass;
import java.security.ProtectionDomain;
import java.util.Collection;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import org.jspecify.annotations.Nullable;

/** The classes that {@link WovenClasses} weaves, and the hooks that they receive. */
interface HookPlan {

  /** Returns the recorder that the hooks call. */
  RecorderClass recorder();

  /** Returns the loaded classes to weave. */
  Collection<Class<?>> selected(Class<?>[] loaded);

  /** Returns whether to weave a class that is being loaded. */
  boolean includes(ClassIdentity type, @Nullable ProtectionDomain domain);

  /**
   * Inserts the hooks into a class file.
   *
   * @return whether there was anything to weave
   * @throws BadBytecode if the class cannot be woven
   */
  boolean weave(ClassIdentity type, @Nullable ProtectionDomain domain, ClassFile file)
      throws BadBytecode;

  /** Called for a class that is not woven because weaving failed or the JVM refused the result. */
  void failed(ClassIdentity type);
}
