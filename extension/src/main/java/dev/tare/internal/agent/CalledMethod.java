package dev.tare.internal.agent;

import javassist.bytecode.ConstPool;
import javassist.bytecode.Descriptor;

/**
 * The method that an instruction calls.
 *
 * @param owner the class that the instruction names
 * @param parameters its parameters in descriptor form
 */
public record CalledMethod(String owner, String name, String parameters) {

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
