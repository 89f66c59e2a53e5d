package dev.tare.internal.agent.weave;

import javassist.bytecode.ClassFile;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.SourceFileAttribute;

/**
 * Adds the sites of one method to the sites of a weaving.
 *
 * @param library whether the method is not the application's
 */
record MethodSites(Sites sites, ClassFile file, MethodInfo method, boolean library) {

  /**
   * Adds the site of an instruction and returns its number.
   *
   * @param at the position of the instruction
   */
  int add(CodeIterator code, int at) {
    SiteLabel label = SiteLabel.of(file, code, at);
    return sites.add(
        new CodeSite(label.name(), label.label(), label.createsObjects(), location(at)), library);
  }

  /**
   * Adds a site for the method itself and returns its number: {@code Outer.Inner.method()} at its
   * first line.
   */
  int addMethod() {
    String name =
        switch (method.getName()) {
          case "<init>" -> "new " + type() + "()";
          case "<clinit>" -> type() + ", static initializer";
          default -> type() + "." + method.getName() + "()";
        };
    return sites.add(new CodeSite(name, "", false, line(0)), library);
  }

  /** Returns a location without its package: {@code Outer.Inner.method(File.java:41)}. */
  private String location(int at) {
    return type() + "." + method.getName() + "(" + line(at) + ")";
  }

  private String type() {
    return file.getName().substring(file.getName().lastIndexOf('.') + 1).replace('$', '.');
  }

  private String line(int at) {
    if (!(file.getAttribute(SourceFileAttribute.tag) instanceof SourceFileAttribute source)) {
      return "unknown source";
    }
    int line = method.getLineNumber(at);
    return line < 0 ? source.getFileName() : source.getFileName() + ":" + line;
  }
}
