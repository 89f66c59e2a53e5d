package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.ClassFiles;
import dev.tare.internal.agent.weave.ClassSelection;
import dev.tare.internal.agent.weave.ClassSelection.ClassIdentity;
import dev.tare.internal.agent.weave.RecorderClass;
import dev.tare.internal.agent.weave.Retransformation;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import org.jspecify.annotations.Nullable;

/**
 * Classes with hooks until this is closed.
 *
 * <p>Loaded classes are woven at once, other classes when they are loaded, until {@link
 * #stopWeaving()}. From then on no class is transformed, because a transformer allocates on the
 * thread that loads a class. Closing restores all classes.
 */
abstract class Weaving implements AutoCloseable {

  final Instrumentation instrumentation;
  private final ClassFileTransformer transformer = new Transformer();
  private final Set<ClassIdentity> chosen = ConcurrentHashMap.newKeySet();
  private final Set<ClassIdentity> woven = ConcurrentHashMap.newKeySet();
  private final MethodHandle pause;
  private final MethodHandle resume;

  /**
   * Weaves nothing yet, see {@link #open()}.
   *
   * @param recorder does not record what weaving a class allocates
   * @throws ReflectiveOperationException if the recorder cannot be defined
   */
  Weaving(Instrumentation instrumentation, RecorderClass recorder)
      throws ReflectiveOperationException, IOException {
    this.instrumentation = instrumentation;
    this.pause = recorder.method("pause");
    this.resume = recorder.method("resume");
  }

  /** Returns whether to weave a class, which need not exist yet. */
  abstract boolean includes(ClassIdentity type, @Nullable ProtectionDomain domain);

  /** Returns the loaded classes to weave. */
  Collection<Class<?>> selected(Class<?>[] loaded) {
    return Stream.<Class<?>>of(loaded)
        .filter(type -> includes(ClassIdentity.of(type), ClassSelection.domain(type)))
        .toList();
  }

  /**
   * Inserts the hooks into a class file.
   *
   * @return whether there was anything to weave
   * @throws BadBytecode if the class cannot be woven
   */
  abstract boolean weave(ClassIdentity type, @Nullable ProtectionDomain domain, ClassFile file)
      throws BadBytecode;

  /** Called for a class that is not woven because weaving failed or the JVM refused the result. */
  void failed(ClassIdentity type) {}

  /** Weaves the classes; called at the end of the constructor. */
  final void open() {
    // before the transformer is added: this loads classes that the transformer needs, which then
    // need not be transformed
    try {
      List<Class<?>> loaded = chooseLoaded();
      instrumentation.addTransformer(transformer, true);
      reportFailed(Retransformation.apply(instrumentation, loaded));
      // classes that the transformer itself has loaded, which the JVM has not passed to it
      reportFailed(Retransformation.apply(instrumentation, chooseLoaded()));
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private void reportFailed(List<Class<?>> refused) {
    refused.forEach(type -> failed(ClassIdentity.of(type)));
  }

  /** Weaves more classes, or the same with more hooks, and no class that is loaded meanwhile. */
  final void weave(List<Class<?>> types) {
    types.forEach(type -> chosen.add(ClassIdentity.of(type)));
    reportFailed(Retransformation.apply(instrumentation, transformer, types));
  }

  /** Chooses the loaded classes to weave, and returns those that were not chosen before. */
  private List<Class<?>> chooseLoaded() {
    List<Class<?>> types = new ArrayList<>();
    for (Class<?> type : selected(instrumentation.getAllLoadedClasses())) {
      if (instrumentation.isModifiableClass(type) && chosen.add(ClassIdentity.of(type))) {
        types.add(type);
      }
    }
    return types;
  }

  /** Ends the weaving of newly loaded classes. */
  public final void stopWeaving() {
    instrumentation.removeTransformer(transformer);
  }

  /** Returns the number of classes woven so far. */
  public final int classes() {
    return woven.size();
  }

  /** Restores the classes. */
  @Override
  public void close() {
    stopWeaving();
    List<Class<?>> unused =
        Retransformation.redefine(instrumentation, type -> woven.contains(ClassIdentity.of(type)));
  }

  private final class Transformer implements ClassFileTransformer {

    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        @Nullable String internalName,
        @Nullable Class<?> redefined,
        @Nullable ProtectionDomain domain,
        byte[] bytes) {
      // the JVM loads classes of this package to link a lambda, which may be one that this method
      // needs: loading them would never end
      if (internalName == null
          || (redefined == null && internalName.startsWith("java/lang/invoke/"))) {
        return null;
      }
      try {
        pause.invokeExact();
        try {
          return transform(loader, internalName, redefined != null, domain, bytes);
        } finally {
          resume.invokeExact();
        }
      } catch (Throwable e) {
        // the JVM ignores what a transformer throws, errors included, and keeps the class as it is
        failed(new ClassIdentity(loader, internalName.replace('/', '.')));
        return null;
      }
    }

    private byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        String internalName,
        boolean redefined,
        @Nullable ProtectionDomain domain,
        byte[] bytes)
        throws BadBytecode, IOException {
      ClassIdentity type = new ClassIdentity(loader, internalName.replace('/', '.'));
      if (redefined ? !chosen.contains(type) : !includes(type, domain)) {
        return null;
      }
      chosen.add(type);
      byte[] original = redefined ? ClassFiles.restoreNames(bytes, loader) : bytes;
      ClassFile file = ClassFiles.read(original);
      if (weave(type, domain, file)) {
        byte[] wovenFile = ClassFiles.write(file);
        woven.add(type);
        return wovenFile;
      }
      // a retransformed class must keep its class file, see Retransformation
      return redefined ? original : null;
    }
  }
}
