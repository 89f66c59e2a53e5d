package dev.tare.internal.agent.record;

import dev.tare.internal.agent.Retransformation;
import dev.tare.internal.agent.weave.ClassFiles;
import dev.tare.internal.agent.weave.ClassIdentity;
import dev.tare.internal.agent.weave.IdentityTransformer;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import org.jspecify.annotations.Nullable;

/**
 * Classes with hooks while this is open.
 *
 * <p>Loaded classes are woven at once, other classes when they are loaded, until {@link
 * #stopWeaving()}. From then on no class is transformed, because a transformer allocates on the
 * thread that loads a class. Closing restores all classes.
 */
final class WovenClasses implements AutoCloseable {

  private final Instrumentation instrumentation;
  private final HookPlan plan;
  private final ClassFileTransformer transformer;
  private final Retransformation retransformation;
  private final Set<ClassIdentity> chosen = ConcurrentHashMap.newKeySet();
  private final Set<ClassIdentity> woven = ConcurrentHashMap.newKeySet();

  private WovenClasses(Instrumentation instrumentation, HookPlan plan)
      throws ReflectiveOperationException, IOException {
    this.instrumentation = instrumentation;
    this.plan = plan;
    this.transformer = plan.recorder().uncounted(new Transformer());
    this.retransformation =
        new Retransformation(instrumentation, refused -> plan.failed(ClassIdentity.of(refused)));
  }

  /**
   * Weaves the classes.
   *
   * @throws ReflectiveOperationException if the recorder cannot be defined
   */
  static WovenClasses open(Instrumentation instrumentation, HookPlan plan)
      throws ReflectiveOperationException, IOException {
    WovenClasses classes = new WovenClasses(instrumentation, plan);
    // before the transformer is added: this loads classes that the transformer needs, which then
    // need not be transformed
    List<Class<?>> loaded = classes.chooseLoaded();
    instrumentation.addTransformer(classes.transformer, true);
    try {
      classes.retransformation.apply(loaded);
      // classes that the transformer itself has loaded, which the JVM has not passed to it
      classes.retransformation.apply(classes.chooseLoaded());
    } catch (RuntimeException e) {
      classes.close();
      throw e;
    }
    return classes;
  }

  /** Weaves more classes, or the same with more hooks, and no class that is loaded meanwhile. */
  void weave(List<Class<?>> types) {
    types.forEach(type -> chosen.add(ClassIdentity.of(type)));
    retransformation.apply(transformer, types);
  }

  /** Chooses the loaded classes to weave, and returns those that were not chosen before. */
  private List<Class<?>> chooseLoaded() {
    List<Class<?>> types = new ArrayList<>();
    for (Class<?> type : plan.selected(instrumentation.getAllLoadedClasses())) {
      if (instrumentation.isModifiableClass(type) && chosen.add(ClassIdentity.of(type))) {
        types.add(type);
      }
    }
    return types;
  }

  /** Ends the weaving of newly loaded classes. */
  void stopWeaving() {
    instrumentation.removeTransformer(transformer);
  }

  /** Returns the number of classes woven so far. */
  int count() {
    return woven.size();
  }

  /** Restores the classes. */
  @Override
  public void close() {
    stopWeaving();
    List<Class<?>> types = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (woven.contains(ClassIdentity.of(type))) {
        types.add(type);
      }
    }
    retransformation.apply(new IdentityTransformer(), types);
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
      ClassIdentity type = new ClassIdentity(loader, internalName.replace('/', '.'));
      try {
        if (redefined == null ? plan.includes(type, domain) : chosen.contains(type)) {
          chosen.add(type);
          return weave(type, redefined != null, domain, bytes);
        }
      } catch (BadBytecode | IOException | RuntimeException | Error e) {
        // the JVM ignores what a transformer throws, errors included, and keeps the class as it is
        plan.failed(type);
      }
      return null;
    }

    private byte @Nullable [] weave(
        ClassIdentity type, boolean redefined, @Nullable ProtectionDomain domain, byte[] bytes)
        throws BadBytecode, IOException {
      ClassFile file = ClassFiles.read(bytes);
      boolean namesRestored = redefined && ClassFiles.restoreNames(file, type.loader());
      if (plan.weave(type, domain, file)) {
        byte[] wovenFile = ClassFiles.write(file);
        woven.add(type);
        return wovenFile;
      }
      if (namesRestored) {
        return ClassFiles.write(file);
      }
      // a retransformed class must keep its class file, see IdentityTransformer
      return redefined ? bytes : null;
    }
  }
}
