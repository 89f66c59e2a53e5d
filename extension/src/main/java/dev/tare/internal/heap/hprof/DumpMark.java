package dev.tare.internal.heap.hprof;

import org.jspecify.annotations.Nullable;

/**
 * Mark by which the reader of a heap dump recognizes an object of this JVM: the mark refers to the
 * object, so its record in the dump has the object's id. The search does not follow marks.
 */
final class DumpMark {

  /** Role of a marked object in the search. */
  enum Role {
    /** Object whose path is searched. */
    TARGET(1),
    /**
     * Test instance or argument of the test. An object that only they lead to does not count as
     * held by the program.
     */
    TEST_OBJECT(2),
    /** Class loader that is never unloaded. */
    PERMANENT_LOADER(3),
    /** Class loader of the JDK. */
    JDK_LOADER(4);

    final int code;

    Role(int code) {
      this.code = code;
    }
  }

  // DumpOutline reads these fields from the dump by their names

  /** Key of the search, since another thread may have marks for a dump of its own. */
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
