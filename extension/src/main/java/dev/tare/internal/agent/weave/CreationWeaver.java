package dev.tare.internal.agent.weave;

import dev.tare.internal.agent.weave.Hooks.ConstructorCall;
import java.util.List;
import java.util.function.Predicate;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import javassist.bytecode.CodeAttribute;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;

/**
 * Weaves hooks that pass new objects of some types to the creation recorder: in the constructors of
 * these types, and after instructions that create arrays, lambdas and copies. The constructor of
 * {@code Object}, which runs for every object, is left alone.
 *
 * @param types selects types by the name that {@link Class#getName()} returns; lambdas are selected
 *     by the name of the class that contains them, followed by {@link #LAMBDA}
 */
public record CreationWeaver(Predicate<String> types) {

  /** Separator between the name of a class and the rest in the names of its lambdas. */
  public static final String LAMBDA = "$$Lambda";

  /**
   * Weaves the class.
   *
   * @return whether there was anything to weave
   * @throws BadBytecode if the class cannot be woven
   */
  public boolean weave(ClassFile file) throws BadBytecode {
    boolean woven = false;
    List<MethodInfo> methods = file.getMethods();
    for (MethodInfo method : methods) {
      CodeAttribute code = method.getCodeAttribute();
      if (code != null && code.getCodeLength() <= Hooks.MAX_LENGTH) {
        Hooks hooks = new Hooks(code, RecorderClass.CREATIONS);
        boolean isSelectedConstructor = method.isConstructor() && types.test(file.getName());
        if (weave(file, method, hooks, isSelectedConstructor)) {
          hooks.finish();
          woven = true;
        }
      }
    }
    return woven;
  }

  /**
   * Weaves a method.
   *
   * @param isSelectedConstructor whether it is a constructor of a selected type
   */
  private boolean weave(
      ClassFile file, MethodInfo method, Hooks hooks, boolean isSelectedConstructor)
      throws BadBytecode {
    CodeIterator code = hooks.code();
    int constructorCall =
        isSelectedConstructor ? ConstructorCall.find(method) : ConstructorCall.NONE;
    int unwoven = code.getCodeLength();
    code.begin();
    while (code.hasNext()) {
      int inserted = code.getCodeLength() - unwoven;
      int at = code.next();
      if (constructorCall != ConstructorCall.NONE && at == constructorCall + inserted) {
        hooks.after(hooks.pass(Opcode.ALOAD_0));
      } else if (creates(file, method, code, at)) {
        hooks.after(hooks.pass(Opcode.DUP));
      }
    }
    return code.getCodeLength() > unwoven;
  }

  /** Returns whether the instruction leaves a new array, lambda or copy on the stack. */
  private boolean creates(ClassFile file, MethodInfo method, CodeIterator code, int at) {
    ConstPool constants = file.getConstPool();
    return switch (code.byteAt(at)) {
      case Opcode.NEWARRAY, Opcode.ANEWARRAY, Opcode.MULTIANEWARRAY ->
          types.test(MethodSites.arrayClass(constants, code, at));
      case Opcode.INVOKEDYNAMIC ->
          types.test(file.getName() + LAMBDA)
              && new MethodSites(file, method).of(code, at).label().equals(MethodSites.LAMBDA);
      default -> AllocatingMethods.isCalled(constants, code, at);
    };
  }
}
