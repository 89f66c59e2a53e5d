package dev.tare.internal.heap.hprof;

import org.jspecify.annotations.Nullable;

/**
 * Marks an object of this JVM, so that a reader of its heap dump recognizes it: the record of the
 * mark has the id of the object. Marks themselves hold nothing for a reader.
 */
final class DumpMark {

  /** Role of a marked object in the search. */
  enum Role {
    /** An object whose path is searched. */
    TARGET(1),
    /** An object of JUnit, through which no object counts as held by the program. */
    OF_THE_TEST(2),
    /** A class loader that is never unloaded. */
    PERMANENT_LOADER(3),
    /** A class loader of the JDK. */
    JDK_LOADER(4);

    final int code;

    Role(int code) {
      this.code = code;
    }
  }

  // read from the dump, by these names

  /** Distinguishes the marks of one dump from those of another thread's dump. */
  final long key;

  final int role;
  final int number;
  @Nullable Object object;

  DumpMark(long key, Role role, int number, @Nullable Object object) {
    this.key = key;
    this.role = role.code;
    this.number = number;
    this.object = object;
  }
}
