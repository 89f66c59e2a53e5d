package dev.tare.internal.agent.weave;

import javassist.bytecode.BadBytecode;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.Opcode;

/**
 * Puts the recorder's hooks before and behind what one method of the JDK makes, and nowhere else.
 *
 * <p>So the JDK's methods have no frames: what they make belongs to the call of the application's
 * that they run in. They are called too often, and some of them too early in the life of a thread,
 * for more. {@code Object}'s constructor makes nothing, so it has no hook, which would keep the
 * compiler from removing objects.
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

  /** Whether there was anything to weave. */
  boolean weave() throws BadBytecode {
    while (code.hasNext()) {
      int at = code.next();
      if (makes(at)) {
        int site = names.number(code, at, at);
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

  private boolean makes(int at) {
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
