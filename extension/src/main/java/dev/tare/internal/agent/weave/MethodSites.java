package dev.tare.internal.agent.weave;

import dev.tare.internal.agent.JvmNames;
import java.util.regex.Pattern;
import javassist.bytecode.BootstrapMethodsAttribute;
import javassist.bytecode.ClassFile;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.Descriptor;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;

/**
 * Creates the sites of one method, in terms of the source.
 *
 * @param file the class file of its class
 */
record MethodSites(ClassFile file, MethodInfo method) {

  /** The label of the instruction that creates a lambda. */
  static final String LAMBDA = "lambda";

  /** The parameters of a concatenation that calls no method of an object or for a fraction. */
  private static final Pattern TEXTS = Pattern.compile("\\(([ZBCSIJ]|Ljava/lang/String;)*\\)");

  /** What a concatenation of other parameters does, which may create objects of any class. */
  private static final String CALLS = " with toString()";

  /** The types that NEWARRAY creates, from its smallest operand on (JVMS 6.5). */
  private static final String PRIMITIVES = "ZCFDBSIJ";

  private static final int FIRST_PRIMITIVE = 4;

  /** Returns the site of the allocating or calling instruction at the position. */
  CodeSite of(CodeIterator code, int at) {
    ConstPool constants = file.getConstPool();
    int operand = at + 1;
    String where =
        CodeSite.where(
            file.getName(), method.getName(), file.getSourceFile(), method.getLineNumber(at));
    CodeSite site =
        switch (code.byteAt(at)) {
          case Opcode.NEW -> object(type(constants, code.u16bitAt(operand)), "", where);
          case Opcode.NEWARRAY, Opcode.ANEWARRAY, Opcode.MULTIANEWARRAY ->
              object(JvmNames.type(arrayClass(constants, code, at)), "", where);
          case Opcode.INVOKEDYNAMIC -> ofInvokeDynamic(code.u16bitAt(operand), where);
          default -> ofCall(constants, code.u16bitAt(operand), where);
        };
    return site.in(file.getName());
  }

  /** Returns the site of the method itself: {@code Outer.Inner.method()} at its first line. */
  CodeSite ofMethod() {
    String type = CodeSite.sourceName(file.getName());
    String name =
        switch (method.getName()) {
          case "<init>" -> "new " + type + "()";
          case "<clinit>" -> type + ", static initializer";
          default -> type + "." + method.getName() + "()";
        };
    return new CodeSite(
        name, "", false, CodeSite.line(file.getSourceFile(), method.getLineNumber(0)));
  }

  /**
   * Returns the class of the array that an instruction creates, as {@link Class#getName()} does.
   */
  static String arrayClass(ConstPool constants, CodeIterator code, int at) {
    int opcode = code.byteAt(at);
    if (opcode == Opcode.NEWARRAY) {
      return "[" + PRIMITIVES.charAt(code.byteAt(at + 1) - FIRST_PRIMITIVE);
    }
    String type = constants.getClassInfo(code.u16bitAt(at + 1));
    return opcode == Opcode.MULTIANEWARRAY
        ? type
        : type.startsWith("[") ? "[" + type : "[L" + type + ";";
  }

  private static CodeSite object(String type, String label, String where) {
    return new CodeSite(type, label, true, where);
  }

  private static String type(ConstPool constants, int index) {
    return JvmNames.type(constants.getClassInfo(index));
  }

  private static CodeSite ofCall(ConstPool constants, int index, String where) {
    String owner = type(constants, constants.getMethodrefClass(index));
    String name = constants.getMethodrefName(index);
    String descriptor = constants.getMethodrefType(index);
    boolean isOfPrimitive = descriptor.indexOf(')') == 2;
    if (name.equals("valueOf")
        && isOfPrimitive
        && owner.startsWith("java.lang.")
        && !owner.equals("java.lang.String")) {
      return object(owner, "boxing", where);
    }
    if (name.equals("clone") && owner.endsWith("[]")) {
      return object(owner, "clone", where);
    }
    String called = owner + "." + name;
    return AllocatingMethods.label(called)
        .map(label -> object("an object of " + called + "()", label, where))
        .orElseGet(
            () ->
                new CodeSite(
                    CodeSite.CALL + called + "()", OtherAgents.label(owner, name), false, where));
  }

  private CodeSite ofInvokeDynamic(int index, String where) {
    ConstPool constants = file.getConstPool();
    String descriptor = constants.getInvokeDynamicType(index);
    String returned = Descriptor.toClassName(descriptor.substring(descriptor.indexOf(')') + 1));
    BootstrapMethodsAttribute bootstraps =
        (BootstrapMethodsAttribute) file.getAttribute(BootstrapMethodsAttribute.tag);
    int handle = bootstraps.getMethods()[constants.getInvokeDynamicBootstrap(index)].methodRef;
    String linker = constants.getMethodrefClassName(constants.getMethodHandleIndex(handle));
    return switch (linker) {
      case "java.lang.invoke.LambdaMetafactory" -> object(returned, LAMBDA, where);
      case "java.lang.invoke.StringConcatFactory" -> {
        boolean ofTexts = TEXTS.matcher(descriptor).lookingAt();
        yield new CodeSite(returned, CodeSite.CONCATENATION + (ofTexts ? "" : CALLS), false, where);
      }
      case "java.lang.runtime.ObjectMethods" ->
          new CodeSite(returned, "method of a record", false, where);
      default -> {
        String bootstrap = constants.getMethodrefName(constants.getMethodHandleIndex(handle));
        yield new CodeSite(CodeSite.CALL + linker + "." + bootstrap + "()", "", false, where);
      }
    };
  }
}
