package dev.tare.internal.agent.weave;

import dev.tare.internal.agent.boot.CallRecorder;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.internal.agent.weave.CodeSite.Sites;
import dev.tare.internal.agent.weave.Hooks.ConstructorCall;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;

/**
 * Weaves the recorder's hooks into one method: at its entry and its exits, exceptions included; and
 * if lines are recorded, around calls, after allocations, and at exception handlers. In a
 * constructor the entry is after its call of another constructor.
 *
 * <p>JDK methods have hooks before and after each allocation only, because they are called too
 * often, and some too early in the life of a thread. So they have no frames, and their allocations
 * belong to the application's call in which they run. {@code Object}'s constructor allocates
 * nothing and so gets no hook; a hook there would keep the compiler from removing objects.
 */
public final class MethodWeaver {

  private final MethodInfo method;
  private final CodeIterator code;
  private final Sites sites;
  private final MethodSites methodSites;
  private final boolean ofLibrary;
  private final Hooks hooks;
  private final boolean ofJdk;
  private final boolean lines;
  private final int originalLength;
  private final int constructorCall;
  private int number;
  private boolean entered;
  private int tryStart;

  /**
   * @param sites receives the sites
   * @param lines whether lines and the objects that they create are recorded, or the method only
   */
  public MethodWeaver(
      ClassFile file,
      MethodInfo method,
      RecorderClass recorder,
      Sites sites,
      ClassOrigin origin,
      boolean lines)
      throws BadBytecode {
    this.method = method;
    this.hooks = new Hooks(method.getCodeAttribute(), recorder);
    this.code = hooks.code();
    this.sites = sites;
    this.methodSites = new MethodSites(file, method);
    this.ofLibrary = origin != ClassOrigin.APPLICATION;
    this.ofJdk = origin == ClassOrigin.JDK;
    this.lines = lines;
    this.originalLength = code.getCodeLength();
    this.constructorCall =
        method.isConstructor() && !ofJdk ? ConstructorCall.find(method) : ConstructorCall.NONE;
    code.begin();
  }

  /**
   * Returns false for a method that is too long, and if only methods are recorded, for a
   * constructor in which {@link ConstructorCall} finds no call.
   */
  public boolean canWeave() {
    return originalLength <= Hooks.MAX_LENGTH
        && (lines || !method.isConstructor() || constructorCall != ConstructorCall.NONE);
  }

  /** Weaves the method, and returns whether there was anything to weave. */
  public boolean weave() throws BadBytecode {
    number = lines ? 0 : sites.add(methodSites.ofMethod(), ofLibrary);
    if (!ofJdk && !method.isConstructor()) {
      enterAt(0);
    } else if (!ofJdk && lines) {
      hookAt(0, hooks.call(CallRecorder.REACHED, 0));
    }
    while (code.hasNext()) {
      weave(code.next());
    }
    if (entered) {
      hooks.addExceptionHandler(tryStart, hooks.call(CallRecorder.LEAVE, number));
    }
    boolean woven = inserted() > 0;
    if (woven) {
      hooks.finish();
    }
    return woven;
  }

  /**
   * Returns the length of the hooks inserted so far, all of them before the current instruction.
   */
  private int inserted() {
    return code.getCodeLength() - originalLength;
  }

  private void weave(int next) throws BadBytecode {
    int at = next;
    if (lines && !ofJdk && hooks.isHandler(at)) {
      at = hooks.before(at, hooks.call(CallRecorder.REACHED, 0));
    }
    boolean isConstructorCall = at == constructorCall + inserted();
    if (isReturn(code.byteAt(at))) {
      if (entered) {
        hooks.before(at, hooks.call(CallRecorder.LEAVE, number));
      }
    } else if (lines && ofJdk && allocates(at)) {
      int site = sites.add(methodSites.of(code, at), ofLibrary);
      hooks.afterAllocationOrCall(hooks.before(at, hooks.call(CallRecorder.REACHED, 0)), ~site);
    } else if (lines && !ofJdk && (creates(at) || isCall(at))) {
      int site = sites.add(methodSites.of(code, at), ofLibrary);
      if (entered && isCall(at)) {
        // a constructor that has not run its entry hook would overwrite the caller's current call
        at = hooks.before(at, hooks.call(CallRecorder.CALLING, site));
      }
      // before the entry hook there is no frame: the site belongs to the call that led there
      hooks.afterAllocationOrCall(at, entered ? site : ~site);
    }
    if (isConstructorCall) {
      enterAt(code.lookAhead());
    }
  }

  private static boolean isReturn(int opcode) {
    return opcode >= Opcode.IRETURN && opcode <= Opcode.RETURN;
  }

  private boolean isCall(int at) {
    return code.byteAt(at) >= Opcode.INVOKEVIRTUAL && code.byteAt(at) <= Opcode.INVOKEDYNAMIC;
  }

  private boolean creates(int at) {
    return switch (code.byteAt(at)) {
      case Opcode.NEW, Opcode.NEWARRAY, Opcode.ANEWARRAY, Opcode.MULTIANEWARRAY -> true;
      default -> false;
    };
  }

  private boolean allocates(int at) {
    ConstPool constants = hooks.attribute().getConstPool();
    return creates(at)
        || code.byteAt(at) == Opcode.INVOKEDYNAMIC
        || AllocatingMethods.isCalled(constants, code, at);
  }

  private void enterAt(int position) throws BadBytecode {
    hookAt(position, hooks.call(CallRecorder.ENTER, number));
    tryStart = code.lookAhead();
    entered = true;
  }

  private void hookAt(int position, byte[] hook) throws BadBytecode {
    code.move(position);
    hooks.after(hook);
  }
}
