package dev.tare.internal.agent.weave;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import javassist.bytecode.AccessFlag;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import javassist.bytecode.CodeAttribute;
import javassist.bytecode.MethodInfo;

/**
 * Weaves the methods of one class.
 *
 * @param recorder what the hooks call
 * @param skipped takes the names of methods that are left as they are
 */
public record ClassWeaver(Sites sites, RecorderClass recorder, Consumer<String> skipped) {

  /**
   * Puts the recorder's hooks into every method where there is something to hook.
   *
   * @param methods tells those that take a variable number of arguments
   * @return whether there was any
   * @throws BadBytecode if it cannot be woven
   */
  public boolean weave(ClassFile file, ClassOrigin layer, VariableArity methods)
      throws BadBytecode {
    boolean woven = false;
    List<MethodInfo> all = file.getMethods();
    for (MethodInfo method : all) {
      CodeAttribute code = method.getCodeAttribute();
      if (code != null && code.getCodeLength() > Hooks.LONGEST) {
        skipped.accept(file.getName() + "." + method.getName() + "()");
      } else if (code != null) {
        woven |= weave(file, method, code, layer, methods);
      }
    }
    return woven;
  }

  private boolean weave(
      ClassFile file,
      MethodInfo method,
      CodeAttribute code,
      ClassOrigin layer,
      VariableArity methods)
      throws BadBytecode {
    if (recorder == RecorderClass.TIMES) {
      return weaveEntry(file, method, code);
    }
    Set<Integer> varargs = layer == ClassOrigin.APPLICATION ? Varargs.in(code, methods) : Set.of();
    return weave(method, code, new SiteNames(sites, file, method, varargs), layer);
  }

  /** A bridge leads to a method of the same name, and what a tool added is nobody's call. */
  private boolean weaveEntry(ClassFile file, MethodInfo method, CodeAttribute code)
      throws BadBytecode {
    boolean bridge = (method.getAccessFlags() & AccessFlag.BRIDGE) != 0;
    if (bridge || !OtherAgents.label(file.getName(), method.getName()).isEmpty()) {
      return false;
    }
    int number = new SiteNames(sites, file, method, Set.of()).number();
    boolean woven = new EntryWeaver(method, new Hooks(code, recorder), number).weave();
    if (!woven) {
      skipped.accept(file.getName() + "." + method.getName() + "()");
    }
    return woven;
  }

  private boolean weave(MethodInfo method, CodeAttribute code, SiteNames names, ClassOrigin layer)
      throws BadBytecode {
    Hooks hooks = new Hooks(code, recorder);
    if (layer == ClassOrigin.JDK) {
      return new JdkMethodWeaver(hooks, names).weave();
    }
    new MethodWeaver(method, hooks, names, layer).weave();
    return true;
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
