package dev.tare.benchmarks;

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
    boolean returns = kind.equals("retained");
    String body = returns ? "{ return new java.util.ArrayList(16); }" : "{ }";
    CtMethod method = CtNewMethod.make((returns ? "Object " : "void ") + name + "() " + body, type);
    ConstPool constants = type.getClassFile().getConstPool();
    AnnotationsAttribute annotations =
        new AnnotationsAttribute(constants, AnnotationsAttribute.visibleTag);
    if (!returns) {
      annotations.addAnnotation(new Annotation("org.junit.jupiter.api.Test", constants));
    }
    if (!kind.equals("plain")) {
      annotations.addAnnotation(budget(constants));
    }
    method.getMethodInfo().addAttribute(annotations);
    return method;
  }

  private Annotation budget(ConstPool constants) {
    boolean returns = kind.equals("retained");
    Annotation budget =
        new Annotation(
            returns ? "dev.tare.retained.MaxRetainedSize" : "dev.tare.allocation.MaxAllocatedBytes",
            constants);
    budget.addMemberValue("value", new StringMemberValue(returns ? "1 KiB" : "0 B", constants));
    return budget;
  }
}
