package dev.tare.internal.call;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A place where a stub for a method can be tried.
 *
 * @param host the class whose package, class loader and, if possible, nest the stub shares
 * @param owner the class through which the stub calls the method
 * @param method the method
 */
record StubSite(Class<?> host, Class<?> owner, Method method) {

  // Here, in StubTemplate and in StubWriter nothing is a lambda or concatenated with +, and no
  // record is hashed: the JVM would spend more on linking those than on all the rest of the first
  // stub.

  // A class that is not hidden needs a name of its own in its class loader.
  private static final AtomicLong NAMES = new AtomicLong();

  /** The sites worth trying for a target of the class, the best first; some may be equal. */
  static List<StubSite> of(Class<?> target, Method method) {
    Class<?> declaring = method.getDeclaringClass();
    List<StubSite> sites = new ArrayList<>();
    // Who is not public can be called from where it was declared only, wherever the target is from.
    boolean isPublic = Modifier.isPublic(method.getModifiers());
    // What is hidden has no name by which it could be called.
    if (isPublic && !target.isHidden()) {
      sites.add(new StubSite(target, target, method));
    }
    if (declaring.isHidden()) {
      return sites;
    }
    if (isPublic) {
      sites.add(new StubSite(target, declaring, method));
    }
    sites.add(new StubSite(declaring, declaring, method));
    if (isPublic) {
      sites.add(new StubSite(StubSite.class, declaring, method));
    }
    return sites;
  }

  /**
   * Defines a class of the stub.
   *
   * @return its constructor, see {@link StubWriter#CONSTRUCTOR}
   * @throws IllegalAccessException if the package of the host is not open to us
   */
  MethodHandle define() throws IllegalAccessException {
    if (Modifier.isStatic(method.getModifiers())) {
      throw new IllegalAccessException(method + " is static");
    }
    StubSite.class.getModule().addReads(host.getModule());
    Lookup lookup = MethodHandles.privateLookupIn(host, MethodHandles.lookup());
    return lookup.hasFullPrivilegeAccess() ? hidden(lookup) : named(lookup);
  }

  private MethodHandle hidden(Lookup lookup) throws IllegalAccessException {
    byte[] bytes = StubTemplate.fill(inPackage("Tare$Call"), owner, method);
    Lookup stub = lookup.defineHiddenClass(bytes, false, ClassOption.NESTMATE);
    return constructor(stub, stub.lookupClass());
  }

  // From another module no class can be hidden, nor become a nestmate.
  private MethodHandle named(Lookup lookup) throws IllegalAccessException {
    if (Modifier.isPrivate(method.getModifiers())) {
      throw new IllegalAccessException(method + " is private and in another module");
    }
    String name = inPackage("Tare$Call".concat(Long.toString(NAMES.incrementAndGet())));
    return constructor(lookup, lookup.defineClass(StubTemplate.fill(name, owner, method)));
  }

  private static MethodHandle constructor(Lookup lookup, Class<?> stub)
      throws IllegalAccessException {
    try {
      return lookup.findConstructor(stub, StubWriter.CONSTRUCTOR);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  private String inPackage(String simpleName) {
    String inPackage = host.getPackageName();
    return inPackage.isEmpty() ? simpleName : inPackage.concat(".").concat(simpleName);
  }
}
