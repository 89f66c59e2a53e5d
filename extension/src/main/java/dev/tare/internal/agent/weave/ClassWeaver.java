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
import javassist.bytecode.MethodInfo;

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
}
