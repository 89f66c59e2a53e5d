package dev.tare.internal.agent;

import java.util.Set;
import javassist.bytecode.BootstrapMethodsAttribute;
import javassist.bytecode.ClassFile;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.Descriptor;
import javassist.bytecode.Opcode;

/** What an instruction makes or calls, in the words of the source. */
final class Made {

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

  private final ClassFile file;
  private final ConstPool constants;

  Made(ClassFile file) {
    this.file = file;
    this.constants = file.getConstPool();
  }

  /** What is at the position: an instruction that allocates or calls. */
  String by(CodeIterator code, int at) {
    int operand = at + 1;
    return switch (code.byteAt(at)) {
      case Opcode.NEW, Opcode.MULTIANEWARRAY -> type(code.u16bitAt(operand));
      case Opcode.ANEWARRAY -> type(code.u16bitAt(operand)) + "[]";
      case Opcode.NEWARRAY -> PRIMITIVES[code.byteAt(operand) - FIRST_PRIMITIVE] + "[]";
      case Opcode.INVOKEDYNAMIC -> linked(code.u16bitAt(operand));
      default -> called(code.u16bitAt(operand));
    };
  }

  private String type(int index) {
    String name = constants.getClassInfo(index);
    return name.startsWith("[") ? Descriptor.toClassName(name.replace('.', '/')) : name;
  }

  private String called(int index) {
    String owner = type(constants.getMethodrefClass(index));
    String name = constants.getMethodrefName(index);
    String descriptor = constants.getMethodrefType(index);
    if (name.equals("valueOf") && BOXES.contains(owner) && descriptor.indexOf(')') == 2) {
      return owner + " (boxing)";
    }
    if (name.equals("clone") && owner.endsWith("[]")) {
      return owner + " (clone)";
    }
    String call = "in " + owner + "." + name + "()";
    if (descriptor.equals("()Ljava/util/Iterator;")) {
      return call + " (iterator)";
    }
    boolean stream = descriptor.contains(")Ljava/util/stream/");
    return stream || owner.startsWith("java.util.stream.") ? call + " (stream)" : call;
  }

  private String linked(int index) {
    String descriptor = constants.getInvokeDynamicType(index);
    String returned = Descriptor.toClassName(descriptor.substring(descriptor.indexOf(')') + 1));
    String linker = linker(constants.getInvokeDynamicBootstrap(index));
    return switch (linker) {
      case "java.lang.invoke.StringConcatFactory" -> returned + " (concatenation)";
      case "java.lang.invoke.LambdaMetafactory" -> returned + " (lambda)";
      case "java.lang.runtime.ObjectMethods" -> returned + " (method of a record)";
      default -> returned + " (linked by " + linker + ")";
    };
  }

  private String linker(int bootstrap) {
    BootstrapMethodsAttribute attribute =
        (BootstrapMethodsAttribute) file.getAttribute(BootstrapMethodsAttribute.tag);
    int handle = attribute.getMethods()[bootstrap].methodRef;
    return constants.getMethodrefClassName(constants.getMethodHandleIndex(handle));
  }
}
