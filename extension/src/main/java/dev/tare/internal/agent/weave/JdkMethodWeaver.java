package dev.tare.internal.agent.weave;

import javassist.bytecode.BadBytecode;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.Opcode;

/**
 * Weaves the recorder's hooks into one method of the JDK: before and after each allocation.
 *
 * <p>JDK methods have no entry hooks, because they are called too often, and some too early in the
 * life of a thread. So they have no frames, and their allocations belong to the application's call
 * in which they run. {@code Object}'s constructor allocates nothing and so gets no hook; a hook
 * there would keep the compiler from removing objects.
 */
final class JdkMethodWeaver {

  private final CodeIterator code;
  private final ConstPool constants;
  private final MethodSites sites;
  private final Hooks hooks;
  private boolean woven;

  JdkMethodWeaver(Hooks hooks, MethodSites sites) {
    this.code = hooks.code();
    this.constants = hooks.attribute().getConstPool();
    this.sites = sites;
    this.hooks = hooks;
  }

  /** Weaves the method, and returns whether there was anything to weave. */
  boolean weave() throws BadBytecode {
    while (code.hasNext()) {
      int at = code.next();
      if (allocates(at)) {
        int site = sites.add(code, at);
        int moved = hooks.before(at, hooks.call("reached"));
        hooks.afterAllocationOrCall(moved, ~site);
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
