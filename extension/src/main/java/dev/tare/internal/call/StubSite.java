package dev.tare.internal.call;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A class in whose package and loader a stub for a method may be defined.
 *
 * @param host the class whose package, class loader and, if possible, nest the stub shares
 * @param owner the class through which the stub calls the method
 */
record StubSite(Class<?> host, Class<?> owner, Method method) {

  // This class and StubWriter use no lambda, no concatenation with + and no hash code
  // of a record: linking these would take longer than everything else in the first stub.

  // Numbers for the names of stubs that are not hidden, which must be unique in their class loader.
  private static final AtomicLong NEXT_NAME = new AtomicLong();

  /** Returns the sites to try for a target of the class, the best first. */
  static List<StubSite> of(Class<?> target, Method method) {
    Class<?> declaring = method.getDeclaringClass();
    StubSite atDeclaring = new StubSite(declaring, declaring, method);
    // A method that is not public can only be called from its declaring class, regardless of the
    // target's class.
    if (!Modifier.isPublic(method.getModifiers())) {
      return List.of(atDeclaring);
    }
    // A hidden class has no name by which a stub could refer to it.
    Class<?> owner = target.isHidden() ? declaring : target;
    return List.of(
        new StubSite(target, owner, method),
        atDeclaring,
        new StubSite(StubSite.class, declaring, method));
  }

  /**
   * Defines a stub class.
   *
   * @return its constructor, see {@link StubWriter#CONSTRUCTOR}
   * @throws IllegalAccessException if the package of the host is not open to Tare
   */
  MethodHandle define() throws IllegalAccessException {
    StubSite.class.getModule().addReads(host.getModule());
    Lookup lookup = MethodHandles.privateLookupIn(host, MethodHandles.lookup());
    return lookup.hasFullPrivilegeAccess() ? defineHidden(lookup) : defineNamed(lookup);
  }

  private MethodHandle defineHidden(Lookup lookup) throws IllegalAccessException {
    byte[] bytes = StubWriter.write(nameInHostPackage("Tare$Call"), owner, method);
    Lookup stub = lookup.defineHiddenClass(bytes, false, ClassOption.NESTMATE);
    return constructor(stub, stub.lookupClass());
  }

  // In another module a stub can neither be hidden nor become a nestmate.
  private MethodHandle defineNamed(Lookup lookup) throws IllegalAccessException {
    if (Modifier.isPrivate(method.getModifiers())) {
      throw new IllegalAccessException(method + " is private and in another module");
    }
    String name = nameInHostPackage("Tare$Call".concat(Long.toString(NEXT_NAME.incrementAndGet())));
    return constructor(lookup, lookup.defineClass(StubWriter.write(name, owner, method)));
  }

  private static MethodHandle constructor(Lookup lookup, Class<?> stub)
      throws IllegalAccessException {
    try {
      return lookup.findConstructor(stub, StubWriter.CONSTRUCTOR);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  private String nameInHostPackage(String simpleName) {
    String inPackage = host.getPackageName();
    return inPackage.isEmpty() ? simpleName : inPackage.concat(".").concat(simpleName);
  }
}
