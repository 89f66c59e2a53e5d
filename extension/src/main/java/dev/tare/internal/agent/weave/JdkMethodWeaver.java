package dev.tare.internal.agent.weave;

import javassist.bytecode.BadBytecode;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.Opcode;

/**
 * Weaves the recorder's hooks before and after each allocation in one method of the JDK, and
 * nowhere else.
 *
 * <p>So the JDK's methods have no frames: their allocations belong to the application's call that
 * they run in. They are called too often, and some of them too early in the life of a thread, for
 * entry hooks. {@code Object}'s constructor allocates nothing and so has no hook, which would keep
 * the compiler from removing objects.
 */
final class JdkMethodWeaver {

  private final CodeIterator code;
  private final ConstPool constants;
  private final SiteNames names;
  private final Hooks hooks;
  private boolean woven;

  JdkMethodWeaver(Hooks hooks, SiteNames names) {
    this.code = hooks.code();
    this.constants = hooks.attribute().getConstPool();
    this.names = names;
    this.hooks = hooks;
  }

  /** Weaves the method, and returns whether there was anything to weave. */
  boolean weave() throws BadBytecode {
    while (code.hasNext()) {
      int at = code.next();
      if (allocates(at)) {
        int site = names.number(code, at);
        int moved = hooks.before(at, hooks.call("reached"));
        hooks.afterMaking(moved, ~site);
        woven = true;
      }
    }
    if (woven) {
      hooks.finish();
    }
    return woven;
  }

  private boolean allocates(int at) {
    return switch (code.byteAt(at)) {
      case Opcode.NEW,
          Opcode.NEWARRAY,
          Opcode.ANEWARRAY,
          Opcode.MULTIANEWARRAY,
          Opcode.INVOKEDYNAMIC ->
          true;
      default -> AllocatingMethods.isCalled(constants, code, at);
    };
  }
}
