package dev.tare.internal.agent.record;

import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.agent.TareClasses;
import dev.tare.internal.agent.weave.ClassIdentity;
import dev.tare.internal.agent.weave.Hooks;
import dev.tare.internal.agent.weave.RecorderClass;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.security.ProtectionDomain;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;
import org.jspecify.annotations.Nullable;

/**
 * Weaves call counters into all overloads of a method, in a type and all its subtypes. Subtypes
 * that are loaded while this is open are included.
 *
 * <p>A subtype may inherit the method from a class that is no subtype itself, so the supertypes of
 * the subtypes are woven too. Hidden classes cannot be woven, but {@link CountedLambdas the code of
 * lambdas} can; {@link #uncounted()} returns the others that implement the method.
 *
 * <p>Calls that the JVM makes to load classes and link code, such as a lambda in its first call,
 * are not counted.
 */
public final class CallCounting implements AutoCloseable {

  /** The JDK class whose methods the JVM calls for linkage. */
  private static final String LINKER_CLASS = "java.lang.invoke.MethodHandleNatives";

  private static final Set<String> LINK_METHODS =
      Set.of(
          "linkCallSite",
          "linkDynamicConstant",
          "linkMethod",
          "linkMethodHandleConstant",
          "findMethodHandleType");

  private static final String LOAD_METHOD = "loadClass(Ljava/lang/String;)Ljava/lang/Class;";

  private final Instrumentation instrumentation;
  private final Class<?> type;
  private final CountedMethods methods;
  private final boolean canMock;
  private final Map<ClassIdentity, Set<String>> uncountable = new ConcurrentHashMap<>();
  private final CountedLambdas lambdas;
  private final WovenClasses classes;

  /**
   * What implements the method and is not counted.
   *
   * @param names the names of classes and methods, sorted
   * @param others whether there are also {@linkplain CountedLambdas#isOfOthers lambdas of others}
   */
  public record Uncounted(Set<String> names, boolean others) {}

  private CallCounting(
      Instrumentation instrumentation, Class<?> type, String method, List<Object> testInstances)
      throws ReflectiveOperationException, IOException {
    this.instrumentation = MockitoAgent.instrumentationOr(instrumentation);
    this.type = type;
    this.methods = CountedMethods.of(type, method);
    this.canMock = MockitoAgent.isStarted();
    this.lambdas =
        new CountedLambdas(instrumentation.getAllLoadedClasses(), type, methods, testInstances);
    this.classes = WovenClasses.open(this.instrumentation, new CountingPlan());
  }

  /**
   * Weaves the methods.
   *
   * @param testInstances the test instances, whose classes belong to the application
   * @throws ReflectiveOperationException if the counter cannot be defined
   */
  public static CallCounting open(
      Instrumentation instrumentation, Class<?> type, String method, List<Object> testInstances)
      throws ReflectiveOperationException, IOException {
    // lambdas of a subtype that is loaded later could not be counted
    testInstances.forEach(test -> loadMembers(test.getClass()));
    return new CallCounting(instrumentation, type, method, testInstances);
  }

  @SuppressWarnings("ReturnValueIgnored") // looking them up loads them
  private static void loadMembers(Class<?> type) {
    try {
      type.getDeclaredClasses();
    } catch (LinkageError e) {
      // a member whose supertype is missing has no lambdas
    }
  }

  /**
   * Creates a recording of the calls that the current thread makes from {@link
   * CallRecording#start()} on.
   *
   * @throws ReflectiveOperationException if the counter cannot be created
   */
  public CallRecording record() throws ReflectiveOperationException, IOException {
    return new CallRecording(type);
  }

  /** Returns what is not counted, including classes that have been loaded since. */
  public Uncounted uncounted() {
    Set<String> names = new TreeSet<>();
    boolean others = false;
    for (Class<?> related : related(instrumentation.getAllLoadedClasses())) {
      @Nullable Set<String> known = uncountable.get(ClassIdentity.of(related));
      if (known != null) {
        names.addAll(known);
      } else if (methods.mayBeImplementedIn(related) && !TareClasses.isStub(related.getName())) {
        if (!CountedLambdas.isLambda(related)) {
          names.add(related.getName());
        } else if (!lambdas.isCounted(related)) {
          if (lambdas.isOfOthers(related)) {
            others = true;
          } else {
            names.add(label(related));
          }
        }
      }
    }
    return new Uncounted(names, others);
  }

  /**
   * Returns whether Mockito was started after the methods were woven; calls of mocks may be lost.
   */
  public boolean missesMocks() {
    return !canMock && MockitoAgent.isStarted();
  }

  private String label(Class<?> lambda) {
    String kind =
        lambdas.isMethodReference(lambda) ? "a method reference" : "a lambda or method reference";
    return kind + " in " + CountedLambdas.host(lambda).name();
  }

  /** Restores the classes. */
  @Override
  public void close() {
    classes.close();
  }

  /** Returns the type, its subtypes among the loaded classes, and all supertypes of these. */
  private Set<Class<?>> related(Class<?>[] loaded) {
    Set<Class<?>> found = withSupertypes(type);
    for (Class<?> other : loaded) {
      if (type.isAssignableFrom(other)) {
        addWithSupertypes(other, found);
      }
    }
    return found;
  }

  private static Set<Class<?>> withSupertypes(Class<?> type) {
    Set<Class<?>> found = new LinkedHashSet<>();
    addWithSupertypes(type, found);
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

  /** Counters in the methods of related classes and of all classes that are loaded later. */
  private final class CountingPlan implements HookPlan {

    private final Set<ClassIdentity> supertypes =
        withSupertypes(type).stream().map(ClassIdentity::of).collect(Collectors.toSet());

    /** Returns whether the JVM calls a class for its own purposes; not if class loaders count. */
    private boolean isCalledByTheJvm(ClassIdentity called) {
      return (called.name().equals(LINKER_CLASS)
              || called.name().equals(ClassLoader.class.getName()))
          && JdkModules.isJdkLoader(called.loader())
          && !ClassLoader.class.isAssignableFrom(type);
    }

    @Override
    public RecorderClass recorder() {
      return RecorderClass.CALLS;
    }

    @Override
    public Set<Class<?>> selected(Class<?>[] loaded) {
      Set<Class<?>> selected = related(loaded);
      Stream.of(loaded)
          .filter(other -> isCalledByTheJvm(ClassIdentity.of(other)) || lambdas.isNewHost(other))
          .forEach(selected::add);
      return selected;
    }

    @Override
    public boolean includes(ClassIdentity type, @Nullable ProtectionDomain domain) {
      return true;
    }

    @Override
    public boolean weave(ClassIdentity woven, @Nullable ProtectionDomain domain, ClassFile file)
        throws BadBytecode {
      boolean isCalledByTheJvm = isCalledByTheJvm(woven);
      if (isCalledByTheJvm) {
        weaveLinking(file);
      }
      uncountable.put(woven, methods.uncountable(file));
      boolean hasMethods = methods.weave(woven, file, supertypes.contains(woven));
      return lambdas.weave(woven, file) || hasMethods || isCalledByTheJvm;
    }

    private void weaveLinking(ClassFile file) throws BadBytecode {
      List<MethodInfo> methods = file.getMethods();
      for (MethodInfo method : methods) {
        boolean links =
            file.getName().equals(LINKER_CLASS)
                ? LINK_METHODS.contains(method.getName())
                : LOAD_METHOD.equals(method.getName() + method.getDescriptor());
        if (links && method.getCodeAttribute() != null) {
          weaveLinking(new Hooks(method.getCodeAttribute(), recorder()));
        }
      }
    }

    private static void weaveLinking(Hooks hooks) throws BadBytecode {
      CodeIterator code = hooks.code();
      byte[] entryHook = hooks.call("linking");
      byte[] exitHook = hooks.call("linked");
      code.insertExAt(0, entryHook);
      code.move(entryHook.length);
      while (code.hasNext()) {
        int at = code.next();
        if (code.byteAt(at) == Opcode.ARETURN) {
          hooks.before(at, exitHook);
        }
      }
      hooks.addExceptionHandler(entryHook.length, exitHook);
      hooks.finish();
    }

    @Override
    public void failed(ClassIdentity unwoven) {
      uncountable.put(unwoven, Set.of(unwoven.name()));
      lambdas.failed(unwoven);
    }
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

    /**
     * Classes whose method {@code getInstrumentation()} returns the handle of such an agent: of
     * Mockito on the command line, and of Byte Buddy, which Mockito and MockK start otherwise.
     */
    private static final List<String> HOLDERS =
        List.of("org.mockito.internal.PremainAttach", "net.bytebuddy.agent.Installer");

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
      for (String holder : HOLDERS) {
        try {
          Object handle =
              Class.forName(holder, false, ClassLoader.getSystemClassLoader())
                  .getMethod("getInstrumentation")
                  .invoke(null);
          if (handle instanceof Instrumentation other && other.isRetransformClassesSupported()) {
            return other;
          }
        } catch (InvocationTargetException e) {
          // Byte Buddy's agent has not been started
        } catch (ReflectiveOperationException | LinkageError e) {
          // the library is not there, or a version without this class
        }
      }
      return own;
    }
  }
}
