package dev.tare.internal.agent;

import java.util.Optional;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.Descriptor;
import javassist.bytecode.Opcode;

/**
 * The method that an instruction calls.
 *
 * @param owner the class that the instruction names
 * @param parameters its parameters in descriptor form
 */
public record CalledMethod(String owner, String name, String parameters) {

  /** Returns the method that the instruction at a position calls; empty if it calls none. */
  public static Optional<CalledMethod> in(CodeIterator code, int at, ConstPool constants) {
    int opcode = code.byteAt(at);
    return opcode < Opcode.INVOKEVIRTUAL || opcode > Opcode.INVOKEINTERFACE
        ? Optional.empty()
        : Optional.of(at(constants, code.u16bitAt(at + 1)));
  }

  /** Returns the method that a constant pool entry refers to, of a class or an interface. */
  public static CalledMethod at(ConstPool constants, int reference) {
    return constants.getTag(reference) == ConstPool.CONST_InterfaceMethodref
        ? new CalledMethod(
            constants.getInterfaceMethodrefClassName(reference),
            constants.getInterfaceMethodrefName(reference),
            Descriptor.getParamDescriptor(constants.getInterfaceMethodrefType(reference)))
        : new CalledMethod(
            constants.getMethodrefClassName(reference),
            constants.getMethodrefName(reference),
            Descriptor.getParamDescriptor(constants.getMethodrefType(reference)));
  }
}
