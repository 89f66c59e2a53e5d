package dev.tare.internal.heap.walk;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** Class loaders that are never unloaded, without the boot loader. */
public final class PermanentLoaders {

  private PermanentLoaders() {}

  /** Returns the system loader, the platform loader, Tare's own loader, and their parents. */
  public static Set<ClassLoader> set() {
    Set<ClassLoader> permanent = Collections.newSetFromMap(new IdentityHashMap<>());
    ClassLoader[] leaves = {
      ClassLoader.getSystemClassLoader(),
      ClassLoader.getPlatformClassLoader(),
      PermanentLoaders.class.getClassLoader()
    };
    for (ClassLoader loader : leaves) {
      for (ClassLoader ancestor = loader; ancestor != null; ancestor = ancestor.getParent()) {
        permanent.add(ancestor);
      }
    }
    return permanent;
  }
}
