package dev.tare.internal.agent.weave;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javassist.bytecode.AccessFlag;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import javassist.bytecode.CodeAttribute;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;

/**
 * Weaves the methods of one class.
 *
 * @param methods selects the methods by name
 * @param recorder the recorder that the hooks call
 * @param skipped receives the names of methods that are not woven
 */
public record ClassWeaver(
    Predicate<String> methods, Sites sites, RecorderClass recorder, Consumer<String> skipped) {

  /**
   * Weaves the recorder's hooks into every method with something to hook.
   *
   * @return whether any method was woven
   * @throws BadBytecode if the class cannot be woven
   */
  public boolean weave(ClassFile file, ClassOrigin origin) throws BadBytecode {
    boolean woven = false;
    List<MethodInfo> all = file.getMethods();
    for (MethodInfo method : all) {
      CodeAttribute code = method.getCodeAttribute();
      if (code == null || !methods.test(method.getName())) {
        continue;
      }
      if (code.getCodeLength() > Hooks.MAX_LENGTH) {
        skipped.accept(file.getName() + "." + method.getName() + "()");
      } else {
        woven |= weave(file, method, code, origin);
      }
    }
    return woven;
  }

  private boolean weave(ClassFile file, MethodInfo method, CodeAttribute code, ClassOrigin origin)
      throws BadBytecode {
    if (recorder == RecorderClass.TIMES || recorder == RecorderClass.ALL_CALLS) {
      return weaveEntry(file, method, code);
    }
    MethodSites methodSites = new MethodSites(sites, file, method);
    Hooks hooks = new Hooks(code, recorder);
    if (origin == ClassOrigin.JDK) {
      return new JdkMethodWeaver(hooks, methodSites).weave();
    }
    new MethodWeaver(method, hooks, methodSites, origin).weave();
    return true;
  }

  /**
   * Weaves entry and exit hooks. Skips bridges, which call a method of the same name, and methods
   * that another agent has added.
   */
  private boolean weaveEntry(ClassFile file, MethodInfo method, CodeAttribute code)
      throws BadBytecode {
    boolean isBridge = (method.getAccessFlags() & AccessFlag.BRIDGE) != 0;
    if (isBridge || !OtherAgents.label(file.getName(), method.getName()).isEmpty()) {
      return false;
    }
    int number = new MethodSites(sites, file, method).addMethod();
    boolean woven = new EntryWeaver(method, new Hooks(code, recorder), number).weave();
    if (!woven) {
      skipped.accept(file.getName() + "." + method.getName() + "()");
    }
    return woven;
  }

  public static ClassFile read(byte[] bytes) throws IOException {
    return new ClassFile(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  public static byte[] write(ClassFile file) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    file.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  /**
   * Weaves hooks into the entry and all exits of one method, exceptions included. In a constructor
   * the entry is after its call of another constructor.
   */
  private static final class EntryWeaver {

    private final MethodInfo method;
    private final Hooks hooks;
    private final CodeIterator code;
    private final int number;
    private int tryStart;

    EntryWeaver(MethodInfo method, Hooks hooks, int number) {
      this.method = method;
      this.hooks = hooks;
      this.code = hooks.code();
      this.number = number;
    }

    /**
     * Weaves the method.
     *
     * @return false for a constructor in which {@link ConstructorCall} finds no call
     */
    boolean weave() throws BadBytecode {
      int constructorCall =
          method.isConstructor() ? ConstructorCall.find(method) : ConstructorCall.NONE;
      if (!method.isConstructor()) {
        enterAt(0);
      } else if (constructorCall == ConstructorCall.NONE) {
        return false;
      }
      while (code.hasNext()) {
        int at = code.next();
        if (at == constructorCall) {
          enterAt(code.lookAhead());
        } else if (isReturn(code.byteAt(at))) {
          hooks.before(at, hooks.call("leave", number));
        }
      }
      hooks.addExceptionHandler(tryStart, hooks.call("leave", number));
      hooks.finish();
      return true;
    }

    private void enterAt(int position) throws BadBytecode {
      code.move(position);
      hooks.after(hooks.call("enter", number));
      tryStart = code.lookAhead();
    }

    private static boolean isReturn(int opcode) {
      return opcode >= Opcode.IRETURN && opcode <= Opcode.RETURN;
    }
  }

  /**
   * Weaves the recorder's hooks into one method of the JDK: before and after each allocation.
   *
   * <p>JDK methods have no entry hooks, because they are called too often, and some too early in
   * the life of a thread. So they have no frames, and their allocations belong to the application's
   * call in which they run. {@code Object}'s constructor allocates nothing and so gets no hook; a
   * hook there would keep the compiler from removing objects.
   */
  private static final class JdkMethodWeaver {

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
}
