package dev.tare.internal.agent.weave;

import dev.tare.internal.agent.SourceMap;
import java.util.ArrayList;
import java.util.List;
import javassist.bytecode.ClassFile;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.SourceFileAttribute;

/** Creates the sites of one method and returns their numbers. */
record SiteNames(Sites sites, ClassFile file, MethodInfo method) {

  /**
   * Returns the number of a new site. An instruction that creates arrays of arrays has several
   * sites: the number of the outermost array, and the following numbers for the inner types.
   *
   * @param at the position of the instruction
   */
  int number(CodeIterator code, int at) {
    SiteLabel made = SiteLabel.by(file, code, at);
    List<CodeSite> levels = new ArrayList<>();
    String type = made.name();
    for (int left = Hooks.levels(code, at); left > 0; left--) {
      levels.add(new CodeSite(type, made.label(), made.object(), where(at)));
      type = type.substring(0, Math.max(0, type.lastIndexOf("[]")));
    }
    return sites.add(levels);
  }

  /**
   * Returns the number of a new site for the method itself: {@code Outer.Inner.method()} at its
   * first line.
   */
  int number() {
    String name =
        switch (method.getName()) {
          case "<init>" -> "new " + type() + "()";
          case "<clinit>" -> type() + ", static initializer";
          default -> type() + "." + method.getName() + "()";
        };
    return sites.add(List.of(new CodeSite(name, "", false, line(0))));
  }

  /** Returns the line without the package: {@code Outer.Inner.method(File.java:41)}. */
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
