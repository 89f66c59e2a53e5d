package dev.tare.internal.call;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import javassist.bytecode.Bytecode;
import javassist.bytecode.Opcode;
import org.jspecify.annotations.Nullable;

/**
 * Consumes returned values with an opaque write, so that the JIT must compute them. There is one
 * constant for each return instruction of the JVM. In loops, a {@link CompilerBlackHole} consumes
 * references instead, if it is available.
 */
enum BlackHole {
  /** Void methods: the opaque write of a zero prevents the JIT from merging calls. */
  VOID(AtomicInteger.class, "(I)V", Opcode.ICONST_0),
  INT(AtomicInteger.class, "(I)V", Opcode.ICONST_0),
  LONG(AtomicLong.class, "(J)V", Opcode.LCONST_0),
  FLOAT(AtomicInteger.class, "(I)V", Opcode.FCONST_0),
  DOUBLE(AtomicLong.class, "(J)V", Opcode.DCONST_0),
  REFERENCE(AtomicReference.class, "(Ljava/lang/Object;)V", Opcode.ACONST_NULL);

  // The cells are the JDK's atomics, not fields of the stub with a VarHandle: the machine code is
  // the same opaque store, but there is no class initializer and no method handle to link, which
  // would allocate at the first call of each stub. Also, a hidden class cannot name itself in the
  // descriptor of a VarHandle call.

  private final Class<?> cell;
  private final String write;
  private final int zero;

  BlackHole(Class<?> cell, String write, int zero) {
    this.cell = cell;
    this.write = write;
    this.zero = zero;
  }

  static BlackHole of(Class<?> returned) {
    return switch (returned.descriptorString().charAt(0)) {
      case 'V' -> VOID;
      case 'J' -> LONG;
      case 'F' -> FLOAT;
      case 'D' -> DOUBLE;
      case 'L', '[' -> REFERENCE;
      default -> INT;
    };
  }

  /** Returns the name of the cell's class. */
  String cellName() {
    return cell.getName();
  }

  String cellDescriptor() {
    return cell.descriptorString();
  }

  /** Returns a new, empty cell. */
  Object newCell() {
    if (cell == AtomicInteger.class) {
      return new IntegerCell();
    }
    return cell == AtomicLong.class ? new LongCell() : new ReferenceCell();
  }

  /** Writes code that consumes the returned value; the cell is below it on the stack. */
  void consume(Bytecode code) {
    if (this == VOID) {
      code.addOpcode(zero);
    } else if (this == FLOAT) {
      code.addInvokestatic("java.lang.Float", "floatToRawIntBits", "(F)I");
    } else if (this == DOUBLE) {
      code.addInvokestatic("java.lang.Double", "doubleToRawLongBits", "(D)J");
    }
    code.addInvokevirtual(cellName(), "setOpaque", write);
  }

  /**
   * Writes code that consumes a zero, which links everything that {@link #consume} needs; the cell
   * is on the stack.
   */
  void consumeZero(Bytecode code) {
    if (this != VOID) {
      code.addOpcode(zero);
    }
    consume(code);
  }

  // The cells are of Tare's own classes, whose calls are left out where a test counts those of the
  // JDK's atomics.

  private static final class IntegerCell extends AtomicInteger {
    private static final long serialVersionUID = 1L;
  }

  private static final class LongCell extends AtomicLong {
    private static final long serialVersionUID = 1L;
  }

  private static final class ReferenceCell extends AtomicReference<@Nullable Object> {
    private static final long serialVersionUID = 1L;
  }
}
