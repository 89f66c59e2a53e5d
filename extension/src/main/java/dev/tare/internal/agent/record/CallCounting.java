package dev.tare.internal.agent.record;

import dev.tare.internal.agent.TareClasses;
import dev.tare.internal.agent.weave.ClassOrigins;
import dev.tare.internal.agent.weave.ClassSelection.ClassIdentity;
import dev.tare.internal.agent.weave.Hooks;
import dev.tare.internal.agent.weave.RecorderClass;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Modifier;
import java.security.ProtectionDomain;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javassist.bytecode.AccessFlag;
import javassist.bytecode.AnnotationsAttribute;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;
import org.jspecify.annotations.Nullable;

/**
 * Weaves call counters into all methods of a name, in a type and all its subtypes. Subtypes that
 * are loaded while this is open are included.
 *
 * <p>A subtype may inherit the method from a class that is no subtype itself, so the supertypes of
 * the subtypes are woven too. Hidden classes, such as those of lambdas, cannot be woven; {@link
 * #uncounted()} returns what implements the method and is not counted.
 *
 * <p>Calls that are made while the JVM loads a class or links code, such as a lambda in its first
 * call, are not counted.
 */
public final class CallCounting extends Weaving {

  /** The annotation of the JDK's methods that the JVM may replace. */
  private static final String INTRINSIC = "jdk.internal.vm.annotation.IntrinsicCandidate";

  /** Part of the names of the classes of lambdas and method references. */
  private static final String LAMBDA_CLASS = "$$Lambda";

  private final Class<?> type;
  private final String method;
  private final boolean canMock;
  private final Set<ClassIdentity> counted = ConcurrentHashMap.newKeySet();
  private final Set<ClassIdentity> supertypes;

  /**
   * What implements the method and is not counted.
   *
   * @param names the names of classes and methods, sorted
   * @param lambdas whether there are also lambdas or method references
   * @param mocks whether calls of mocks may be lost, since Mockito was started after the methods
   *     had been woven
   */
  public record Uncounted(Set<String> names, boolean lambdas, boolean mocks) {}

  /**
   * Weaves the methods.
   *
   * @throws ReflectiveOperationException if the counter cannot be defined
   */
  public CallCounting(Instrumentation instrumentation, Class<?> type, String method)
      throws ReflectiveOperationException, IOException {
    super(MockitoAgent.instrumentationOr(instrumentation), RecorderClass.CALLS);
    this.canMock = MockitoAgent.isStarted();
    this.type = type;
    this.method = method;
    this.supertypes =
        related(new Class<?>[0]).stream().map(ClassIdentity::of).collect(Collectors.toSet());
    open();
  }

  /**
   * Creates a recording of the calls that the current thread makes from {@link
   * CallRecording#start()} on.
   *
   * @param application the classes whose lines are shown as callers
   * @throws ReflectiveOperationException if the counter cannot be created
   */
  public CallRecording record(ClassOrigins application)
      throws ReflectiveOperationException, IOException {
    return new CallRecording(type, method, application);
  }

  /** Returns what is not counted, including classes that have been loaded since. */
  public Uncounted uncounted() {
    Set<String> names = new TreeSet<>();
    boolean lambdas = false;
    for (Class<?> related : related(instrumentation.getAllLoadedClasses())) {
      String name = related.getName();
      if (counted.contains(ClassIdentity.of(related))
          || !mayImplement(related)
          || TareClasses.isStub(name)) {
        continue;
      }
      if (related.isHidden() && name.contains(LAMBDA_CLASS)) {
        lambdas |= !TareClasses.isInternal(name);
      } else {
        names.add(name + "." + method + "()");
      }
    }
    return new Uncounted(names, lambdas, !canMock && MockitoAgent.isStarted());
  }

  /** Returns the type, its subtypes among the loaded classes, and all supertypes of these. */
  private Set<Class<?>> related(Class<?>[] loaded) {
    Set<Class<?>> found = new LinkedHashSet<>();
    addWithSupertypes(type, found);
    for (Class<?> other : loaded) {
      if (type.isAssignableFrom(other)) {
        addWithSupertypes(other, found);
      }
    }
    return found;
  }

  private static void addWithSupertypes(@Nullable Class<?> type, Set<Class<?>> found) {
    if (type != null && type != Object.class && found.add(type)) {
      addWithSupertypes(type.getSuperclass(), found);
      for (Class<?> superinterface : type.getInterfaces()) {
        addWithSupertypes(superinterface, found);
      }
    }
  }

  @Override
  Set<Class<?>> selected(Class<?>[] loaded) {
    return related(loaded);
  }

  /** Includes all classes that are loaded later, since their supertypes are not known yet. */
  @Override
  boolean includes(ClassIdentity type, @Nullable ProtectionDomain domain) {
    return true;
  }

  /** Weaves the methods of a class; its static ones only if the type has or inherits them. */
  @Override
  boolean weave(ClassIdentity woven, @Nullable ProtectionDomain domain, ClassFile file)
      throws BadBytecode {
    List<MethodInfo> overloads = overloads(file);
    if (overloads.stream().allMatch(CallCounting::canCount)) {
      counted.add(woven);
    }
    boolean changed = false;
    for (MethodInfo overload : overloads) {
      boolean isStatic = (overload.getAccessFlags() & AccessFlag.STATIC) != 0;
      if (overload.getCodeAttribute() != null && (!isStatic || supertypes.contains(woven))) {
        Hooks hooks = new Hooks(overload.getCodeAttribute(), RecorderClass.CALLS);
        hooks.after(hooks.pass(isStatic ? Opcode.ACONST_NULL : Opcode.ALOAD_0));
        hooks.finish();
        changed = true;
      }
    }
    return changed;
  }

  /** Returns the methods of a class that count; not its bridges, which call them. */
  private List<MethodInfo> overloads(ClassFile file) {
    List<MethodInfo> methods = file.getMethods();
    return methods.stream()
        .filter(declared -> declared.getName().equals(method))
        .filter(declared -> (declared.getAccessFlags() & AccessFlag.BRIDGE) == 0)
        .toList();
  }

  /**
   * Returns whether each call of a method runs bytecode that can be woven: it is not native, and
   * the JVM does not replace it by instructions of its own (an intrinsic).
   */
  private static boolean canCount(MethodInfo method) {
    boolean isAbstract = (method.getAccessFlags() & AccessFlag.ABSTRACT) != 0;
    boolean isIntrinsic =
        method.getAttribute(AnnotationsAttribute.visibleTag)
                instanceof AnnotationsAttribute annotations
            && annotations.getAnnotation(INTRINSIC) != null;
    return isAbstract || (method.getCodeAttribute() != null && !isIntrinsic);
  }

  /** Returns whether a class implements an overload; true if that cannot be determined. */
  private boolean mayImplement(Class<?> related) {
    try {
      return Stream.of(related.getDeclaredMethods())
          .anyMatch(
              declared ->
                  declared.getName().equals(method)
                      && !Modifier.isAbstract(declared.getModifiers()));
    } catch (LinkageError | TypeNotPresentException e) {
      return true; // a class in one of its signatures is missing
    }
  }

  @Override
  void failed(ClassIdentity unwoven) {
    counted.remove(unwoven);
  }

  /**
   * The agent with which Mockito, or another library with Byte Buddy, changes the classes that it
   * mocks.
   *
   * <p>A mock's call skips all code that the library finds in the method, hooks included, so
   * classes must be woven after the library has changed them. The JVM passes a class to the agents
   * in the order in which they were started, and to the transformers of one agent in the order in
   * which they were added. So a transformer for classes with mocks is added to the library's agent.
   */
  private static final class MockitoAgent {

    /** A class that Mockito defines in the boot loader when it starts to mock classes inline. */
    private static final String DISPATCHER =
        "org.mockito.internal.creation.bytebuddy.inject.MockMethodDispatcher";

    private MockitoAgent() {}

    /** Returns whether Mockito can mock classes inline. */
    static boolean isStarted() {
      try {
        Class.forName(DISPATCHER, false, null);
        return true;
      } catch (ClassNotFoundException e) {
        return false;
      }
    }

    /** Returns the handle of the agent that mocks classes, or Tare's own if there is none. */
    static Instrumentation instrumentationOr(Instrumentation own) {
      // Mockito on the command line, and Byte Buddy, which Mockito and MockK start otherwise
      return held("org.mockito.internal.PremainAttach")
          .or(() -> held("net.bytebuddy.agent.Installer"))
          .orElse(own);
    }

    private static Optional<Instrumentation> held(String holder) {
      try {
        Object handle =
            Class.forName(holder, false, ClassLoader.getSystemClassLoader())
                .getMethod("getInstrumentation")
                .invoke(null);
        return Optional.ofNullable((Instrumentation) handle)
            .filter(Instrumentation::isRetransformClassesSupported);
      } catch (ReflectiveOperationException | LinkageError e) {
        return Optional.empty(); // the library is not there or not started, or is another version
      }
    }
  }
}
