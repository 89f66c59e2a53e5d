package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.ClassIdentity;
import dev.tare.internal.agent.weave.Hooks;
import dev.tare.internal.agent.weave.RecorderClass;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;
import org.jspecify.annotations.Nullable;

/** Hooks of the load recorder at the entry and exits of methods that load classes or link. */
final class LoadHooks implements HookPlan {

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

  /** The final overloads of {@code defineClass} that all others call. */
  private static final Set<String> DEFINE_METHODS =
      Set.of(
          "defineClass(Ljava/lang/String;[BIILjava/security/ProtectionDomain;)Ljava/lang/Class;",
          "defineClass(Ljava/lang/String;Ljava/nio/ByteBuffer;Ljava/security/ProtectionDomain;)"
              + "Ljava/lang/Class;");

  @Override
  public RecorderClass recorder() {
    return RecorderClass.LOADS;
  }

  /** Returns the class loaders and the linker. */
  @Override
  public List<Class<?>> selected(Class<?>[] loaded) {
    List<Class<?>> selected = new ArrayList<>();
    for (Class<?> type : loaded) {
      if (ClassLoader.class.isAssignableFrom(type) || isLinker(type.getName())) {
        selected.add(type);
      }
    }
    return selected;
  }

  private static boolean isLinker(String type) {
    return type.equals(LINKER_CLASS);
  }

  /** Returns whether the JVM calls a class of the JDK to load classes or link code, by its name. */
  static boolean isCalledByTheJvm(String type) {
    return isLinker(type) || type.equals(ClassLoader.class.getName());
  }

  /** Weaves hooks of any recorder into the methods that the JVM calls. */
  static void weaveCalledByTheJvm(ClassFile file, RecorderClass recorder, String entry, String exit)
      throws BadBytecode {
    List<MethodInfo> methods = file.getMethods();
    for (MethodInfo method : methods) {
      String hook = method.getCodeAttribute() == null ? "" : hook(file.getName(), method);
      if (hook.equals("link") || hook.equals("load")) {
        Hooks hooks = new Hooks(method.getCodeAttribute(), recorder);
        weave(hooks, hooks.call(entry), hooks.call(exit));
      }
    }
  }

  @Override
  public boolean includes(ClassIdentity type, @Nullable ProtectionDomain domain) {
    return false;
  }

  @Override
  public boolean weave(ClassIdentity type, @Nullable ProtectionDomain domain, ClassFile file)
      throws BadBytecode {
    boolean woven = false;
    List<MethodInfo> methods = file.getMethods();
    for (MethodInfo method : methods) {
      String hook = method.getCodeAttribute() == null ? "" : hook(file.getName(), method);
      if (!hook.isEmpty()) {
        weave(method, hook);
        woven = true;
      }
    }
    return woven;
  }

  /** Returns the recorder's method to call when a method begins; empty for none. */
  private static String hook(String type, MethodInfo method) {
    String signature = method.getName() + method.getDescriptor();
    if (isLinker(type)) {
      return LINK_METHODS.contains(method.getName()) ? "link" : "";
    }
    if (type.equals(ClassLoader.class.getName()) && DEFINE_METHODS.contains(signature)) {
      return "define";
    }
    return signature.equals(LOAD_METHOD) ? "load" : "";
  }

  private static void weave(MethodInfo method, String hook) throws BadBytecode {
    Hooks hooks = new Hooks(method.getCodeAttribute(), RecorderClass.LOADS);
    byte[] entryHook = hook.equals("link") ? hooks.call(hook) : hooks.callWithFirstArgument(hook);
    weave(hooks, entryHook, hooks.call("leave"));
  }

  private static void weave(Hooks hooks, byte[] entryHook, byte[] exitHook) throws BadBytecode {
    CodeIterator code = hooks.code();
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

  /** Does nothing: what an unwoven method allocates itself counts as other allocation. */
  @Override
  public void failed(ClassIdentity type) {}
}
