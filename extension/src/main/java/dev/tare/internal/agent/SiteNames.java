package dev.tare.internal.agent;

import java.util.Set;
import javassist.bytecode.ClassFile;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.SourceFileAttribute;

/**
 * Numbers the sites of one method.
 *
 * @param varargs where it made arrays for calls before it was woven
 */
record SiteNames(Sites sites, ClassFile file, MethodInfo method, Set<Integer> varargs) {

  /**
   * The number of a new site.
   *
   * @param at where its instruction is
   * @param unwoven where it was before the method was woven
   */
  int number(CodeIterator code, int at, int unwoven) {
    Made made = Made.by(file, code, at);
    String label = varargs.contains(unwoven) ? "varargs" : made.label();
    return sites.add(new Site(made.name(), label, made.object(), where(at)));
  }

  /** The number of the method itself: {@code Outer.Inner.method()} at its first line. */
  int number() {
    String name =
        switch (method.getName()) {
          case "<init>" -> "new " + type() + "()";
          case "<clinit>" -> type() + ", static initializer";
          default -> type() + "." + method.getName() + "()";
        };
    return sites.add(new Site(name, "", false, line(0)));
  }

  /** {@code Outer.Inner.method(File.java:41)}, without the package. */
  private String where(int at) {
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
    if (line < 0) {
      return source.getFileName();
    }
    return SourceMap.of(file)
        .map(map -> map.place(source.getFileName(), line))
        .orElseGet(() -> source.getFileName() + ":" + line);
  }
}
