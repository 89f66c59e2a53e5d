package dev.tare.benchmarks;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.retained.Retained;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javassist.ClassPool;
import javassist.CtClass;
import javassist.CtMethod;
import javassist.CtNewMethod;
import javassist.LoaderClassPath;
import javassist.bytecode.AnnotationsAttribute;
import javassist.bytecode.ConstPool;
import javassist.bytecode.annotation.Annotation;
import javassist.bytecode.annotation.StringMemberValue;

/** Test classes with many trivial tests of one kind. */
final class GeneratedSuite {

  private final ClassPool pool = new ClassPool();
  private final String kind;

  private final Path folder;
  private final ClassLoader loader;

  GeneratedSuite(String kind) throws IOException {
    this.kind = kind;
    // files, since Tare's engine reads the class file of a test class
    this.folder = Files.createTempDirectory("suite");
    this.loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, GeneratedSuite.class.getClassLoader());
    pool.appendClassPath(new LoaderClassPath(GeneratedSuite.class.getClassLoader()));
  }

  List<Class<?>> classes(int classes, int testsOfEach) throws Exception {
    List<Class<?>> suite = new ArrayList<>();
    for (int i = 0; i < classes; i++) {
      suite.add(testClass("dev.tare.benchmarks.generated." + kind + ".Suite" + i, testsOfEach));
    }
    return suite;
  }

  private Class<?> testClass(String name, int tests) throws Exception {
    CtClass type = pool.makeClass(name);
    for (int i = 0; i < tests; i++) {
      type.addMethod(test(type, "test" + i));
    }
    type.writeFile(folder.toString());
    return loader.loadClass(name);
  }

  private CtMethod test(CtClass type, String name) throws Exception {
    CtMethod method = CtNewMethod.make(source(name), type);
    ConstPool constants = type.getClassFile().getConstPool();
    AnnotationsAttribute annotations =
        new AnnotationsAttribute(constants, AnnotationsAttribute.visibleTag);
    if (!kind.equals("returned")) {
      annotations.addAnnotation(new Annotation("org.junit.jupiter.api.Test", constants));
    }
    if (kind.equals("allocated")) {
      annotations.addAnnotation(budget(MaxAllocatedBytes.class, "0 B", constants));
    } else if (kind.equals("handed") || kind.equals("returned")) {
      annotations.addAnnotation(budget(MaxRetainedSize.class, "1 KiB", constants));
    }
    method.getMethodInfo().addAttribute(annotations);
    return method;
  }

  private String source(String name) {
    return switch (kind) {
      case "handed" ->
          "void %s(%s retained) { retained.hold(new java.util.ArrayList(16)); }"
              .formatted(name, Retained.class.getName());
      case "returned" -> "Object %s() { return new java.util.ArrayList(16); }".formatted(name);
      default -> "void %s() { }".formatted(name);
    };
  }

  private static Annotation budget(Class<?> type, String value, ConstPool constants) {
    Annotation budget = new Annotation(type.getName(), constants);
    budget.addMemberValue("value", new StringMemberValue(value, constants));
    return budget;
  }
}
