package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.Hooks;
import dev.tare.internal.agent.weave.RecorderClass;
import java.util.List;
import java.util.Set;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;

/** Weaves the load recorder's hooks into the entry and the exits of methods. */
final class LoadHooks {

  /** The JDK class whose methods the JVM calls for linkage. */
  static final String LINKER = "java.lang.invoke.MethodHandleNatives";

  private static final Set<String> LINKS =
      Set.of(
          "linkCallSite",
          "linkDynamicConstant",
          "linkMethod",
          "linkMethodHandleConstant",
          "findMethodHandleType");

  private static final String LOAD = "loadClass(Ljava/lang/String;)Ljava/lang/Class;";

  /** The final overloads of {@code defineClass} that all others call. */
  private static final Set<String> DEFINE =
      Set.of(
          "defineClass(Ljava/lang/String;[BIILjava/security/ProtectionDomain;)Ljava/lang/Class;",
          "defineClass(Ljava/lang/String;Ljava/nio/ByteBuffer;Ljava/security/ProtectionDomain;)"
              + "Ljava/lang/Class;");

  private LoadHooks() {}

  /** Weaves a class loader or the linker, and returns whether there was anything to weave. */
  static boolean weave(ClassFile file) throws BadBytecode {
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
    if (type.equals(LINKER)) {
      return LINKS.contains(method.getName()) ? "link" : "";
    }
    if (type.equals(ClassLoader.class.getName()) && DEFINE.contains(signature)) {
      return "define";
    }
    return signature.equals(LOAD) ? "load" : "";
  }

  private static void weave(MethodInfo method, String hook) throws BadBytecode {
    Hooks hooks = new Hooks(method.getCodeAttribute(), RecorderClass.LOADS);
    CodeIterator code = hooks.code();
    byte[] enter = hooks.call(hook);
    code.insertExAt(0, enter);
    code.move(enter.length);
    while (code.hasNext()) {
      int at = code.next();
      if (code.byteAt(at) == Opcode.ARETURN) {
        hooks.before(at, hooks.call("leave"));
      }
    }
    hooks.cover(enter.length);
    hooks.finish();
  }
}
