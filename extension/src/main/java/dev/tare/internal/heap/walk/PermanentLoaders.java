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
    ClassLoader[] lowest = {
      ClassLoader.getSystemClassLoader(),
      ClassLoader.getPlatformClassLoader(),
      PermanentLoaders.class.getClassLoader()
    };
    for (ClassLoader loader : lowest) {
      for (ClassLoader each = loader; each != null; each = each.getParent()) {
        permanent.add(each);
      }
    }
    return permanent;
  }
}
