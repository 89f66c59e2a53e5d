package dev.tare.internal.agent.weave;

import dev.tare.internal.agent.boot.AllCallsRecorder;
import dev.tare.internal.agent.boot.AllThreadsRecorder;
import dev.tare.internal.agent.boot.CallCounter;
import dev.tare.internal.agent.boot.CallTimer;
import dev.tare.internal.agent.boot.CreationRecorder;
import dev.tare.internal.agent.boot.LoadRecorder;
import dev.tare.internal.agent.boot.SiteRecorder;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.invoke.MethodHandles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javassist.bytecode.ClassFile;

/**
 * A recorder's copy in {@code java.lang}, the package that every class loader and every module can
 * access. It is defined once per JVM and never unloaded.
 */
public enum RecorderClass {
  /** Records what a test allocates. */
  TESTS(SiteRecorder.class, "java.lang.TareRecorder", "KeyedSums SiteTracker"),
  /** Records what all threads allocate. */
  ALL_THREADS(AllThreadsRecorder.class, "java.lang.TareAllThreads", "ThreadSlots"),
  /** Counts the calls of a method. */
  CALLS(CallCounter.class, "java.lang.TareCallCounter", ""),
  /** Times the calls of all methods. */
  TIMES(CallTimer.class, "java.lang.TareCallTimer", "CallTree"),
  /** Counts the calls of all methods by all threads. */
  ALL_CALLS(AllCallsRecorder.class, "java.lang.TareAllCalls", "ThreadSlots"),
  /** Records what class loading and linkage allocate. */
  LOADS(LoadRecorder.class, "java.lang.TareLoadRecorder", ""),
  /** Passes on the objects that are created. */
  CREATIONS(CreationRecorder.class, "java.lang.TareCreations", "");

  private static final String COPIES = "java.lang.Tare";

  private final Class<?> original;
  private final String inJavaLang;
  private final String parts;

  /**
   * @param inJavaLang the name of the copy; a recorder with changed hooks needs a new name, because
   *     two versions of Tare may run in one JVM
   * @param parts the simple names of the classes that it needs from its own package, separated by
   *     spaces
   */
  RecorderClass(Class<?> original, String inJavaLang, String parts) {
    this.original = original;
    this.inJavaLang = inJavaLang;
    this.parts = parts;
  }

  /** Returns whether a class is a copy or a part of one, from any version of Tare. */
  static boolean isCopy(String name) {
    return name.startsWith(COPIES);
  }

  /**
   * Returns a transformer that weaves for this recorder and whose own allocation is not recorded.
   */
  public ClassFileTransformer around(ClassFileTransformer transformer)
      throws ReflectiveOperationException, IOException {
    Class<?> copy = get();
    // the others record only after the last class has been transformed
    return this == ALL_THREADS || this == CALLS || this == ALL_CALLS
        ? UncountedTransformer.of(transformer, copy)
        : transformer;
  }

  /** Returns the name of the copy. */
  public String inJavaLang() {
    return inJavaLang;
  }

  /**
   * Returns the copy, and defines it first if necessary.
   *
   * @throws ReflectiveOperationException if {@code java.lang} is not open to Tare
   */
  public synchronized Class<?> get() throws ReflectiveOperationException, IOException {
    try {
      return Class.forName(inJavaLang, true, null);
    } catch (ClassNotFoundException e) {
      MethodHandles.Lookup lookup =
          MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup());
      for (String part : parts()) {
        lookup.defineClass(bytes(part));
      }
      // defined last: if it exists, its parts exist too
      return lookup.defineClass(bytes(original.getSimpleName()));
    }
  }

  private byte[] bytes(String part) throws IOException {
    try (InputStream in = original.getResourceAsStream(part + ".class")) {
      if (in == null) {
        throw new IOException("no class file of " + part + " beside " + original.getName());
      }
      ClassFile file = new ClassFile(new DataInputStream(new BufferedInputStream(in)));
      file.renameClass(copies());
      return ClassWeaver.write(file);
    }
  }

  /** Returns the names of the copies by the names of the originals, both with slashes. */
  private Map<String, String> copies() {
    String copy = inJavaLang.replace('.', '/');
    String own = original.getPackageName().replace('.', '/') + "/";
    Map<String, String> copies = new HashMap<>();
    copies.put(own + original.getSimpleName(), copy);
    parts().forEach(part -> copies.put(own + part, copy + part));
    return copies;
  }

  private List<String> parts() {
    return Stream.of(parts.split(" ")).filter(part -> !part.isEmpty()).toList();
  }
}
