package dev.tare.internal.agent.record;

import dev.tare.internal.agent.CalledMethod;
import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.agent.weave.ClassIdentity;
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

/**
 * Weaves the call counter's hooks into one method: at its entry, and around its calls of the method
 * that it overrides.
 *
 * <p>The hook before such a call makes the counter skip the next method entry; the hook after it
 * revokes that. So do hooks at exception handlers and at exceptional exits: an overridden method
 * that is native and throws has run no entry hook.
 */
final class CallWeaver {

  /** Maximum length of the code of a woven method; the JVM's is 65,535 bytes, hooks included. */
  private static final int MAX_LENGTH = 60_000;

  private final ClassIdentity owner;
  private final MethodInfo method;
  private final Set<String> parameters;
  private final boolean hasReceiver;
  private final CodeAttribute attribute;
  private final CodeIterator code;
  private final Hooks hooks;

  /**
   * @param owner the class that declares the method
   * @param method a method with code
   * @param parameters the parameter descriptors of the method and of its bridges
   */
  CallWeaver(ClassIdentity owner, MethodInfo method, Set<String> parameters) {
    this(owner, method, parameters, (method.getAccessFlags() & AccessFlag.STATIC) == 0);
  }

  private CallWeaver(
      ClassIdentity owner, MethodInfo method, Set<String> parameters, boolean hasReceiver) {
    this.owner = owner;
    this.method = method;
    this.parameters = parameters;
    this.hasReceiver = hasReceiver;
    this.attribute = method.getCodeAttribute();
    this.hooks = new Hooks(attribute, RecorderClass.CALLS);
    this.code = hooks.code();
  }

  /**
   * Returns the weaver of the method with the code of a lambda, which overrides no method. Its
   * {@code this}, if it has one, is not the lambda.
   */
  static CallWeaver ofLambda(ClassIdentity host, MethodInfo method) {
    return new CallWeaver(host, method, Set.of(), false);
  }

  /** Returns whether a method has code that is not too long. */
  static boolean canWeave(MethodInfo method) {
    CodeAttribute code = method.getCodeAttribute();
    return code != null && code.getCodeLength() <= MAX_LENGTH;
  }

  void weave() throws BadBytecode {
    boolean delegates = delegates();
    code.move(0);
    hooks.after(enter());
    int start = code.lookAhead();
    if (delegates) {
      weaveDelegation();
      hooks.addExceptionHandler(start, hooks.call("delegated"));
    }
    attribute.setMaxStack(Math.max(1, attribute.getMaxStack()));
  }

  private byte[] enter() {
    Bytecode enter = new Bytecode(method.getConstPool());
    if (hasReceiver) {
      enter.addAload(0);
    } else {
      enter.addOpcode(Opcode.ACONST_NULL);
    }
    String counter = RecorderClass.CALLS.copyName();
    String hook = JdkModules.isJdkLoader(owner.loader()) ? "enteredInJdk" : "entered";
    enter.addInvokestatic(counter, hook, "(Ljava/lang/Object;)V");
    return enter.get();
  }

  private boolean delegates() throws BadBytecode {
    code.move(0);
    while (code.hasNext()) {
      if (delegatesAt(code.next())) {
        return true;
      }
    }
    return false;
  }

  private void weaveDelegation() throws BadBytecode {
    while (code.hasNext()) {
      int at = code.next();
      if (hooks.isHandler(at)) {
        at = hooks.before(at, hooks.call("delegated"));
      }
      if (delegatesAt(at)) {
        hooks.before(at, hooks.call("delegating"));
        hooks.after(hooks.call("delegated"));
      }
    }
  }

  /**
   * Returns whether the instruction calls the method that this one overrides. The return types may
   * differ, and a bridge may have the parameters of the overridden method. Before Java 11, a
   * private method calls itself with the same instruction.
   */
  private boolean delegatesAt(int at) {
    if (code.byteAt(at) != Opcode.INVOKESPECIAL) {
      return false;
    }
    ConstPool constants = method.getConstPool();
    CalledMethod called = CalledMethod.at(constants, code.u16bitAt(at + 1));
    return !called.owner().equals(owner.name())
        && called.name().equals(method.getName())
        && parameters.contains(called.parameters());
  }
}
