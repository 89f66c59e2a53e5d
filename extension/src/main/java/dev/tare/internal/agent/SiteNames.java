package dev.tare.internal.agent;

import javassist.bytecode.ClassFile;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.SourceFileAttribute;

/** Numbers the sites of one method. */
record SiteNames(Sites sites, ClassFile file, MethodInfo method) {

  /** The number of a new site for the instruction at the position. */
  int number(CodeIterator code, int at) {
    return sites.add(new Site(new Made(file).by(code, at), where(at)));
  }

  /** {@code Outer.Inner.method(File.java:41)}, without the package. */
  private String where(int at) {
    String type = file.getName().substring(file.getName().lastIndexOf('.') + 1).replace('$', '.');
    return type + "." + method.getName() + "(" + line(at) + ")";
  }

  private String line(int at) {
    if (!(file.getAttribute(SourceFileAttribute.tag) instanceof SourceFileAttribute source)) {
      return "unknown source";
    }
    int line = method.getLineNumber(at);
    return line < 0 ? source.getFileName() : source.getFileName() + ":" + line;
  }
}
