package dev.tare.internal.call;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import javassist.bytecode.Bytecode;
import javassist.bytecode.Opcode;

/**
 * Where a returned value goes so that the JIT has to compute it: an opaque write, one kind for each
 * way the JVM returns a value. In loops a {@link CompilerBlackHole} takes its place for references
 * where there is one.
 */
enum BlackHole {
  /** A void method: the opaque write of a zero still keeps its calls apart from each other. */
  VOID(AtomicInteger.class, "(I)V", Opcode.ICONST_0),
  INT(AtomicInteger.class, "(I)V", Opcode.ICONST_0),
  LONG(AtomicLong.class, "(J)V", Opcode.LCONST_0),
  FLOAT(AtomicInteger.class, "(I)V", Opcode.FCONST_0),
  DOUBLE(AtomicLong.class, "(J)V", Opcode.DCONST_0),
  REFERENCE(AtomicReference.class, "(Ljava/lang/Object;)V", Opcode.ACONST_NULL);

  // The cells are the JDK's atomics, not fields of the stub with a VarHandle of its own: the same
  // opaque store in machine code, but there is no class initialiser, and no method handle that is
  // linked, and allocates, at the first call of each stub. A hidden class could not name itself in
  // the descriptor of such a call either.

  private final Class<?> cell;
  private final String write;
  private final int zero;

  BlackHole(Class<?> cell, String write, int zero) {
    this.cell = cell;
    this.write = write;
    this.zero = zero;
  }

  static BlackHole of(Class<?> returned) {
    if (!returned.isPrimitive()) {
      return REFERENCE;
    }
    if (returned == void.class) {
      return VOID;
    }
    if (returned == long.class) {
      return LONG;
    }
    if (returned == float.class) {
      return FLOAT;
    }
    return returned == double.class ? DOUBLE : INT;
  }

  /** The name of the cell's class. */
  String cellName() {
    return cell.getName();
  }

  String cellDescriptor() {
    return cell.descriptorString();
  }

  /** A cell that holds nothing. */
  Object newCell() {
    if (cell == AtomicInteger.class) {
      return new PaddedCells.OfInteger();
    }
    return cell == AtomicLong.class ? new PaddedCells.OfLong() : new PaddedCells.OfReference();
  }

  /** Code that consumes the returned value; the stack holds the cell below it. */
  void consume(Bytecode code) {
    switch (this) {
      case VOID -> code.addOpcode(zero);
      case FLOAT -> code.addInvokestatic("java.lang.Float", "floatToRawIntBits", "(F)I");
      case DOUBLE -> code.addInvokestatic("java.lang.Double", "doubleToRawLongBits", "(D)J");
      case INT, LONG, REFERENCE -> {}
    }
    code.addInvokevirtual(cellName(), "setOpaque", write);
  }

  /** Code that consumes a zero, to have everything linked; the stack holds the cell. */
  void touch(Bytecode code) {
    if (this != VOID) {
      code.addOpcode(zero);
    }
    consume(code);
  }
}
