package dev.tare.internal.agent.record;

import dev.tare.internal.agent.CalledMethod;
import dev.tare.internal.agent.weave.Hooks;
import dev.tare.internal.agent.weave.RecorderClass;
import java.util.Set;
import javassist.bytecode.AccessFlag;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.Bytecode;
import javassist.bytecode.CodeAttribute;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;
import org.jspecify.annotations.Nullable;

/**
 * Weaves the call counter's hooks into one method: at its entry, and around its calls of methods
 * with the counted name, whose next entry is part of the method's own call.
 *
 * <p>The hook after such a call ends this. So do hooks at exception handlers and at exceptional
 * exits, since the call may have run no woven method.
 */
final class CallWeaver {

  /** Maximum length of the code of a woven method; the JVM's is 65,535 bytes, hooks included. */
  private static final int MAX_LENGTH = 60_000;

  /** End of the names of methods that Kotlin adds for default arguments. */
  static final String DEFAULT_ARGUMENTS = "$default";

  /** The methods through which proxies of the JDK and of Spring pass a call on. */
  private static final Set<String> INTERCEPTORS =
      Set.of(
          "java.lang.reflect.InvocationHandler.invoke",
          "org.springframework.cglib.proxy.MethodInterceptor.intercept");

  private final String name;
  private final String id;
  private final boolean hasReceiver;
  private final CodeAttribute attribute;
  private final ConstPool constants;
  private final Hooks hooks;
  private final CodeIterator code;

  private CallWeaver(String owner, MethodInfo method) {
    this.name = method.getName();
    this.id = owner + "." + method.getName() + method.getDescriptor();
    this.hasReceiver = (method.getAccessFlags() & AccessFlag.STATIC) == 0;
    this.attribute = method.getCodeAttribute();
    this.constants = method.getConstPool();
    this.hooks = new Hooks(attribute, RecorderClass.CALLS);
    this.code = hooks.code();
  }

  /** Returns whether a method has code that is not too long. */
  static boolean canWeave(MethodInfo method) {
    CodeAttribute code = method.getCodeAttribute();
    return code != null && code.getCodeLength() <= MAX_LENGTH;
  }

  /** Weaves a counted method of a class. */
  static void weave(String owner, MethodInfo method) throws BadBytecode {
    new CallWeaver(owner, method).weave();
  }

  /**
   * Weaves hooks into a method that returns an object, so that calls in it do not count.
   *
   * @return whether the method has code
   */
  static boolean weavePause(MethodInfo method) throws BadBytecode {
    CodeAttribute attribute = method.getCodeAttribute();
    if (attribute == null) {
      return false;
    }
    Hooks hooks = new Hooks(attribute, RecorderClass.CALLS);
    hooks.after(hooks.call("pause"));
    int start = hooks.code().lookAhead();
    while (hooks.code().hasNext()) {
      int at = hooks.code().next();
      if (hooks.code().byteAt(at) == Opcode.ARETURN) {
        hooks.before(at, hooks.call("resume"));
      }
    }
    hooks.addExceptionHandler(start, hooks.call("resume"));
    return true;
  }

  private void weave() throws BadBytecode {
    code.move(0);
    hooks.after(hook("entered", id));
    int start = code.lookAhead();
    boolean calls = false;
    while (code.hasNext()) {
      int at = code.next();
      String caller = callerAt(at);
      if (caller != null) {
        hooks.before(at, hook("calling", caller));
        hooks.after(hooks.call("called"));
        calls = true;
      }
    }
    if (calls) {
      endAtExceptions(start);
    }
    hooks.finish();
  }

  private void endAtExceptions(int start) throws BadBytecode {
    code.move(start);
    while (code.hasNext()) {
      int at = code.next();
      if (hooks.isHandler(at)) {
        hooks.before(at, hooks.call("called"));
      }
    }
    hooks.addExceptionHandler(start, hooks.call("called"));
  }

  private byte[] hook(String hook, String method) {
    Bytecode code = new Bytecode(constants);
    if (hasReceiver) {
      code.addAload(0);
    } else {
      code.addOpcode(Opcode.ACONST_NULL);
    }
    code.addLdc(method);
    code.addInvokestatic(
        RecorderClass.CALLS.copyName(), hook, "(Ljava/lang/Object;Ljava/lang/String;)V");
    return code.get();
  }

  /**
   * Returns the caller of which the call at an instruction is a part; null if the instruction is no
   * call, or calls a method of another name.
   */
  private @Nullable String callerAt(int at) {
    CalledMethod called = CalledMethod.in(code, at, constants).orElse(null);
    if (called == null) {
      return null;
    }
    if (INTERCEPTORS.contains(called.owner() + "." + called.name())) {
      return "";
    }
    return called.name().equals(name) || called.name().equals(name + DEFAULT_ARGUMENTS) ? id : null;
  }
}
