package dev.tare.internal.call;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Objects.requireNonNull;

import dev.tare.internal.agent.weave.ClassFiles;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import javassist.bytecode.AccessFlag;
import javassist.bytecode.Bytecode;
import javassist.bytecode.ClassFile;
import javassist.bytecode.Opcode;

/**
 * Defines copies of the classes of JUnit Jupiter's engine, which find other tests than Jupiter:
 * also methods that return a value.
 *
 * <p>Only what decides that is changed, each in a class that is the same from JUnit 5.10 to 6.1:
 *
 * <ul>
 *   <li>the predicate that says whether a method is a test, a template or a factory;
 *   <li>whether tests run in parallel: never;
 *   <li>the name of the engine's root;
 *   <li>where the extension of parameterized tests, which is copied too, reads annotations.
 * </ul>
 */
public final class JupiterCopy extends ClassLoader {

  private static final String ENGINE = "org.junit.jupiter.engine.";
  private static final String PREDICATE = ENGINE + "discovery.predicates.IsTestableMethod";
  private static final String CONFIGURATION = ENGINE + "config.DefaultJupiterConfiguration";
  private static final String ROOT = ENGINE + "descriptor.JupiterEngineDescriptor";
  private static final String PARAMETERS = "org.junit.jupiter.params.";
  private static final String PARAMETERIZED = PARAMETERS + "ParameterizedTest";
  private static final String COMMONS = "org.junit.platform.commons.";

  static {
    registerAsParallelCapable();
  }

  /** Copies by the class of the engine: creating one takes as long as discovering many tests. */
  private static final Map<Class<?>, JupiterCopy> COPIES = new ConcurrentHashMap<>();

  private final ClassLoader jupiter;
  private final BiPredicate<Class<?>, Method> tests;
  private final String annotations;

  private JupiterCopy(
      ClassLoader jupiter, BiPredicate<Class<?>, Method> tests, Class<?> annotations) {
    super(JupiterCopy.class.getClassLoader());
    this.jupiter = jupiter;
    this.tests = tests;
    this.annotations = annotations.getName();
    Module own = JupiterCopy.class.getModule();
    own.addExports(JupiterCopy.class.getPackageName(), getUnnamedModule());
    own.addExports(annotations.getPackageName(), getUnnamedModule());
  }

  /**
   * Returns the copy of Jupiter's engine.
   *
   * @param engine the original
   * @param tests returns whether a method is a test of a kind, which is an annotation of Jupiter
   * @param annotations has the static methods that the extension of parameterized tests calls
   *     instead of JUnit's own to find annotations
   */
  public static Class<?> of(
      Class<?> engine, BiPredicate<Class<?>, Method> tests, Class<?> annotations) {
    JupiterCopy copy =
        COPIES.computeIfAbsent(
            engine, original -> new JupiterCopy(original.getClassLoader(), tests, annotations));
    try {
      return copy.loadClass(engine.getName());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns whether a method is a test; called by the copies. */
  public static boolean isTest(Object predicate, Class<?> kind, Method method) {
    return ((JupiterCopy) predicate.getClass().getClassLoader()).tests.test(kind, method);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    boolean ofParameters =
        name.startsWith(PARAMETERS) && name.lastIndexOf('.') < PARAMETERS.length();
    if (!name.startsWith(ENGINE) && !ofParameters) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      try (InputStream file = jupiter.getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (file == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = file.readAllBytes();
        // annotations and their attributes are public, and tests have the originals
        boolean isPublished =
            ofParameters
                && name.indexOf('$') < 0
                && AccessFlag.isPublic(ClassFiles.read(bytes).getAccessFlags());
        return isPublished ? super.loadClass(name, resolve) : define(name, bytes);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  private Class<?> define(String name, byte[] original) throws IOException {
    byte[] bytes =
        switch (name) {
          case PREDICATE -> withTests(ClassFiles.read(original));
          case CONFIGURATION -> withoutParallelTests(ClassFiles.read(original));
          case ROOT -> named(original);
          default ->
              name.startsWith(PARAMETERIZED)
                  ? withAnnotations(ClassFiles.read(original))
                  : original;
        };
    return defineClass(name, bytes, 0, bytes.length);
  }

  private static byte[] withTests(ClassFile file) throws IOException {
    Bytecode body = new Bytecode(file.getConstPool(), 3, 2);
    body.addAload(0);
    body.addAload(0);
    body.addGetfield(PREDICATE, "annotationType", "Ljava/lang/Class;");
    body.addAload(1);
    body.addInvokestatic(
        JupiterCopy.class.getName(),
        "isTest",
        "(Ljava/lang/Object;Ljava/lang/Class;Ljava/lang/reflect/Method;)Z");
    body.addOpcode(Opcode.IRETURN);
    return withBody(file, "test", body);
  }

  private static byte[] withoutParallelTests(ClassFile file) throws IOException {
    Bytecode body = new Bytecode(file.getConstPool(), 1, 1);
    body.addIconst(0);
    body.addOpcode(Opcode.IRETURN);
    return withBody(file, "isParallelExecutionEnabled", body);
  }

  private static byte[] withBody(ClassFile file, String method, Bytecode body) throws IOException {
    requireNonNull(file.getMethod(method), method).setCodeAttribute(body.toCodeAttribute());
    return ClassFiles.write(file);
  }

  /** Names the root after Tare. A text in a class file is the tag 1, its length and its bytes. */
  private static byte[] named(byte[] original) {
    return new String(original, ISO_8859_1)
        .replace("\1\0\rJUnit Jupiter", "\1\0\4Tare")
        .getBytes(ISO_8859_1);
  }

  private byte[] withAnnotations(ClassFile file) throws IOException {
    file.renameClass(COMMONS + "support.AnnotationSupport", annotations);
    file.renameClass(COMMONS + "util.AnnotationUtils", annotations); // before JUnit 5.12
    return ClassFiles.write(file);
  }
}
