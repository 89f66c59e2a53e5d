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
 * @param lines whether lines and the objects that they create are recorded, or the methods only
 * @param skipped receives the names of methods that are not woven
 */
public record ClassWeaver(
    Predicate<String> methods,
    Sites sites,
    RecorderClass recorder,
    boolean lines,
    Consumer<String> skipped) {

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
      if (code != null && methods.test(method.getName()) && (lines || isCounted(file, method))) {
        MethodSites methodSites =
            new MethodSites(sites, file, method, origin != ClassOrigin.APPLICATION);
        MethodWeaver weaver =
            new MethodWeaver(method, new Hooks(code, recorder), methodSites, origin, lines);
        if (code.getCodeLength() > Hooks.MAX_LENGTH || !weaver.canWeave()) {
          skipped.accept(file.getName() + "." + method.getName() + "()");
        } else {
          woven |= weaver.weave();
        }
      }
    }
    return woven;
  }

  /**
   * Returns whether calls of a method count: not those of bridges, which call a method of the same
   * name, and of methods that another agent has added.
   */
  private static boolean isCounted(ClassFile file, MethodInfo method) {
    return (method.getAccessFlags() & AccessFlag.BRIDGE) == 0
        && OtherAgents.label(file.getName(), method.getName()).isEmpty();
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
