package dev.tare.internal.agent;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import javassist.bytecode.CodeAttribute;
import javassist.bytecode.MethodInfo;

/**
 * Weaves the methods of one class.
 *
 * @param skipped takes the names of methods that are left as they are
 */
record ClassWeaver(Sites sites, Consumer<String> skipped) {

  /**
   * Puts the recorder's hooks into every method that has code.
   *
   * @throws BadBytecode if it cannot be woven
   */
  void weave(ClassFile file) throws BadBytecode {
    List<MethodInfo> methods = file.getMethods();
    for (MethodInfo method : methods) {
      CodeAttribute code = method.getCodeAttribute();
      if (code != null && code.getCodeLength() > MethodWeaver.LONGEST) {
        skipped.accept(file.getName() + "." + method.getName() + "()");
      } else if (code != null) {
        new MethodWeaver(method, code, new SiteNames(sites, file, method)).weave();
      }
    }
  }

  static ClassFile read(byte[] bytes) throws IOException {
    return new ClassFile(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  static byte[] write(ClassFile file) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    file.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }
}
