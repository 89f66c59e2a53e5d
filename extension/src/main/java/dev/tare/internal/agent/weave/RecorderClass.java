package dev.tare.internal.agent.weave;

import dev.tare.internal.agent.boot.CallRecorder;
import dev.tare.internal.agent.boot.ObjectRecorder;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javassist.bytecode.ClassFile;
import org.jspecify.annotations.Nullable;

/**
 * A recorder, which woven code calls in a copy in {@code java.lang}: the package that every class
 * loader and every module can access. The copy is defined once per JVM and never unloaded.
 */
public enum RecorderClass {
  /** Records the calls of a test, with their bytes and times. */
  TESTS(CallRecorder.class, "java.lang.TareTestCalls", "CallTree ThreadCalls"),
  /** Records the calls of all threads of a JVM; beside a recorder of a test. */
  ALL_THREADS(CallRecorder.class, "java.lang.TareAllCalls", "CallTree ThreadCalls"),
  /** Passes the objects on which a method is called to a listener. */
  CALLS(ObjectRecorder.class, "java.lang.TareCalledObjects", ""),
  /** Passes created objects to a listener. */
  CREATIONS(ObjectRecorder.class, "java.lang.TareCreatedObjects", "");

  private static final String COPY_PREFIX = "java.lang.Tare";

  private final Class<?> original;
  private final String copyName;
  private final String helpers;

  /**
   * @param copyName the name of the copy; a recorder with changed hooks needs a new name, because
   *     two versions of Tare may run in one JVM
   * @param helpers the simple names of the classes that it needs from its own package, separated by
   *     spaces
   */
  RecorderClass(Class<?> original, String copyName, String helpers) {
    this.original = original;
    this.copyName = copyName;
    this.helpers = helpers;
  }

  /** Returns whether a class is a copy of a recorder or of a helper, from any version of Tare. */
  static boolean isCopy(String name) {
    return name.startsWith(COPY_PREFIX);
  }

  /**
   * Returns the transformer, wrapped if necessary so that its own allocation is not recorded.
   *
   * @param transformer weaves hooks of this recorder
   */
  public ClassFileTransformer uncounted(ClassFileTransformer transformer)
      throws ReflectiveOperationException, IOException {
    Class<?> copy = copy();
    // the other recorders start only after the last class has been transformed
    return this == ALL_THREADS ? UncountedTransformer.of(transformer, copy) : transformer;
  }

  /** Returns the name of the copy. */
  public String copyName() {
    return copyName;
  }

  /**
   * Returns the copy, which is defined on the first call.
   *
   * @throws ReflectiveOperationException if {@code java.lang} is not open to Tare
   */
  public synchronized Class<?> copy() throws ReflectiveOperationException, IOException {
    try {
      return Class.forName(copyName, true, null);
    } catch (ClassNotFoundException e) {
      MethodHandles.Lookup lookup =
          MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup());
      for (String helper : helpers()) {
        lookup.defineClass(bytes(helper));
      }
      // defined last: if it exists, its helpers exist too
      return lookup.defineClass(bytes(original.getSimpleName()));
    }
  }

  private byte[] bytes(String simpleName) throws IOException {
    try (InputStream in = original.getResourceAsStream(simpleName + ".class")) {
      if (in == null) {
        throw new IOException("no class file of " + simpleName + " beside " + original.getName());
      }
      ClassFile file = new ClassFile(new DataInputStream(new BufferedInputStream(in)));
      file.renameClass(copies());
      return ClassFiles.write(file);
    }
  }

  /** Returns the names of the copies by the names of the originals, both with slashes. */
  private Map<String, String> copies() {
    String copy = copyName.replace('.', '/');
    String ownPackage = original.getPackageName().replace('.', '/') + "/";
    Map<String, String> copies = new HashMap<>();
    copies.put(ownPackage + original.getSimpleName(), copy);
    helpers().forEach(helper -> copies.put(ownPackage + helper, copy + helper));
    return copies;
  }

  private List<String> helpers() {
    return Stream.of(helpers.split(" ")).filter(name -> !name.isEmpty()).toList();
  }

  /**
   * Wraps a transformer so that its own allocation is not attributed to the thread that loads the
   * class.
   *
   * @param pause suspends the recorder on this thread
   * @param resume resumes the recorder on this thread
   */
  private record UncountedTransformer(
      ClassFileTransformer transformer, MethodHandle pause, MethodHandle resume)
      implements ClassFileTransformer {

    static UncountedTransformer of(ClassFileTransformer transformer, Class<?> recorder)
        throws ReflectiveOperationException {
      MethodType noArguments = MethodType.methodType(void.class);
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      return new UncountedTransformer(
          transformer,
          lookup.findStatic(recorder, "pause", noArguments),
          lookup.findStatic(recorder, "resume", noArguments));
    }

    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        @Nullable String name,
        @Nullable Class<?> redefined,
        @Nullable ProtectionDomain domain,
        byte[] bytes) {
      try {
        pause.invokeExact();
        try {
          return transformer.transform(loader, name, redefined, domain, bytes);
        } finally {
          resume.invokeExact();
        }
      } catch (Throwable e) {
        return null; // the class stays as it is
      }
    }
  }
}
