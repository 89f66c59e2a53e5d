package dev.tare.internal.agent.weave;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javassist.bytecode.AccessFlag;
import javassist.bytecode.ClassFile;
import javassist.bytecode.MethodInfo;
import org.jspecify.annotations.Nullable;

/** Determines from class files which methods have variable arity. */
public final class VariableArity {

  /**
   * The variable-arity methods of a class with their descriptors, and its superclass and
   * interfaces.
   */
  private record Declared(Set<String> methods, List<String> supertypes) {}

  private static final Declared NOTHING = new Declared(Set.of(), List.of());

  private final Map<String, Declared> byClass = new ConcurrentHashMap<>();
  private final @Nullable ClassLoader loader;

  /**
   * @param loader the loader that finds the class files
   */
  public VariableArity(@Nullable ClassLoader loader) {
    this.loader = loader;
  }

  /** Returns whether a method that the class declares or inherits has variable arity. */
  boolean includes(String owner, String method) {
    Declared declared = byClass.get(owner);
    if (declared == null) {
      declared = read(owner);
      byClass.put(owner, declared);
    }
    return declared.methods.contains(method)
        || declared.supertypes.stream().anyMatch(supertype -> includes(supertype, method));
  }

  private Declared read(String owner) {
    String path = owner.replace('.', '/') + ".class";
    try (InputStream in =
        loader == null
            ? ClassLoader.getSystemResourceAsStream(path)
            : loader.getResourceAsStream(path)) {
      return in == null
          ? NOTHING
          : declared(new ClassFile(new DataInputStream(new BufferedInputStream(in))));
    } catch (IOException | RuntimeException e) {
      return NOTHING; // a class that cannot be read counts as having none
    }
  }

  private static Declared declared(ClassFile file) {
    Set<String> methods = new HashSet<>();
    List<MethodInfo> all = file.getMethods();
    for (MethodInfo method : all) {
      if ((method.getAccessFlags() & AccessFlag.VARARGS) != 0) {
        methods.add(method.getName() + method.getDescriptor());
      }
    }
    String superclass = file.getSuperclass();
    return new Declared(
        methods,
        Stream.concat(Stream.ofNullable(superclass), Stream.of(file.getInterfaces())).toList());
  }
}
