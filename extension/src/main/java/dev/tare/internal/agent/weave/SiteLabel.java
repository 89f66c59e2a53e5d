package dev.tare.internal.agent.weave;

import dev.tare.internal.agent.JvmNames;
import java.util.Set;
import javassist.bytecode.BootstrapMethodsAttribute;
import javassist.bytecode.ClassFile;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.Descriptor;
import javassist.bytecode.Opcode;

/**
 * The name of an allocating instruction in terms of the source.
 *
 * @param name the class of the objects that it creates, or the call that it makes
 * @param label a word for allocation that the source does not show: {@code boxing}; else empty
 * @param createsObjects whether the instruction itself creates objects
 */
record SiteLabel(String name, String label, boolean createsObjects) {

  private static final Set<String> BOXES =
      Set.of(
          "java.lang.Boolean",
          "java.lang.Byte",
          "java.lang.Character",
          "java.lang.Short",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Float",
          "java.lang.Double");

  // the codes of newarray, JVMS 6.5
  private static final String[] PRIMITIVES = {
    "boolean", "char", "float", "double", "byte", "short", "int", "long"
  };

  private static final int FIRST_PRIMITIVE = 4;

  /** Returns the label of the allocating or calling instruction at the position. */
  static SiteLabel of(ClassFile file, CodeIterator code, int at) {
    ConstPool constants = file.getConstPool();
    int operand = at + 1;
    return switch (code.byteAt(at)) {
      case Opcode.NEW, Opcode.MULTIANEWARRAY -> object(type(constants, code.u16bitAt(operand)), "");
      case Opcode.ANEWARRAY -> object(type(constants, code.u16bitAt(operand)) + "[]", "");
      case Opcode.NEWARRAY -> object(PRIMITIVES[code.byteAt(operand) - FIRST_PRIMITIVE] + "[]", "");
      case Opcode.INVOKEDYNAMIC -> ofInvokeDynamic(file, code.u16bitAt(operand));
      default -> ofCall(constants, code.u16bitAt(operand));
    };
  }

  private static SiteLabel object(String type, String label) {
    return new SiteLabel(type, label, true);
  }

  private static String type(ConstPool constants, int index) {
    return JvmNames.type(constants.getClassInfo(index));
  }

  private static SiteLabel ofCall(ConstPool constants, int index) {
    String owner = type(constants, constants.getMethodrefClass(index));
    String name = constants.getMethodrefName(index);
    String descriptor = constants.getMethodrefType(index);
    if (name.equals("valueOf") && BOXES.contains(owner) && descriptor.indexOf(')') == 2) {
      return object(owner, "boxing");
    }
    if (name.equals("clone") && owner.endsWith("[]")) {
      return object(owner, "clone");
    }
    String method = owner + "." + name;
    return AllocatingMethods.label(method)
        .map(label -> object("an object of " + method + "()", label))
        .orElseGet(
            () ->
                new SiteLabel(
                    CodeSite.CALL + method + "()", callLabel(owner, name, descriptor), false));
  }

  /** Returns a label for a call whose allocation the source does not show; else an empty text. */
  private static String callLabel(String owner, String name, String descriptor) {
    String tool = OtherAgents.label(owner, name);
    if (!tool.isEmpty()) {
      return tool;
    }
    if (descriptor.equals("()Ljava/util/Iterator;")) {
      return "iterator";
    }
    boolean stream = descriptor.contains(")Ljava/util/stream/");
    return stream || owner.startsWith("java.util.stream.") ? "stream" : "";
  }

  private static SiteLabel ofInvokeDynamic(ClassFile file, int index) {
    ConstPool constants = file.getConstPool();
    String descriptor = constants.getInvokeDynamicType(index);
    String returned = Descriptor.toClassName(descriptor.substring(descriptor.indexOf(')') + 1));
    String owner = bootstrapOwner(file, constants.getInvokeDynamicBootstrap(index));
    return switch (owner) {
      case "java.lang.invoke.StringConcatFactory" ->
          new SiteLabel(returned, "concatenation", false);
      case "java.lang.invoke.LambdaMetafactory" -> object(returned, "lambda");
      case "java.lang.runtime.ObjectMethods" ->
          new SiteLabel(returned, "method of a record", false);
      default -> new SiteLabel(returned, "linked by " + owner, false);
    };
  }

  private static String bootstrapOwner(ClassFile file, int bootstrap) {
    BootstrapMethodsAttribute attribute =
        (BootstrapMethodsAttribute) file.getAttribute(BootstrapMethodsAttribute.tag);
    ConstPool constants = file.getConstPool();
    int handle = attribute.getMethods()[bootstrap].methodRef;
    return constants.getMethodrefClassName(constants.getMethodHandleIndex(handle));
  }
}
