package dev.tare.internal.heap.hprof;

import dev.tare.heap.RootPath;
import dev.tare.heap.UnweighableException;
import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.heap.hprof.DumpMark.Role;
import dev.tare.internal.heap.walk.PermanentLoaders;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Search for what holds objects, in a heap dump of this JVM.
 *
 * <p>Unlike a walk in this JVM, it needs no agent, and its roots include local variables, JNI
 * references and constants of classes.
 */
public final class DumpSearch implements AutoCloseable {

  private final HeapDump dump;
  private final DumpPaths paths;
  private final int targetCount;

  private DumpSearch(HeapDump dump, DumpPaths paths, int targetCount) {
    this.dump = dump;
    this.paths = paths;
    this.targetCount = targetCount;
  }

  /**
   * Writes a heap dump and reads it.
   *
   * @param targets weak references to the objects; the caller must not hold the objects otherwise,
   *     since its local variables are roots of the dump
   * @param testObjects the test instances and arguments; objects that only they lead to do not
   *     count as held by the program
   * @param keepFile whether the dump stays when the search is closed
   * @throws UnweighableException if no dump can be written or read
   */
  public static DumpSearch open(
      List<? extends Reference<?>> targets, List<?> testObjects, boolean keepFile) {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    return open(
        targets, testObjects, () -> HeapDump.write(temporary, HeapDump.MAX_USED_BYTES, keepFile));
  }

  /** Source of the dump; tests replace it. */
  @FunctionalInterface
  interface DumpWriter {
    HeapDump write() throws IOException;
  }

  static DumpSearch open(
      List<? extends Reference<?>> targets, List<?> testObjects, DumpWriter writer) {
    long key = System.nanoTime();
    HeapDump dump = writeMarked(key, targets, testObjects, writer);
    try {
      return new DumpSearch(dump, DumpPaths.read(dump.file(), key), targets.size());
    } catch (IOException e) {
      dump.delete();
      throw unreadable(e);
    } catch (OutOfMemoryError e) {
      dump.delete();
      throw new UnweighableException(
          "the heap has too little room left to read its dump", "run with a larger heap (-Xmx)", e);
    }
  }

  private static HeapDump writeMarked(
      long key, List<? extends Reference<?>> targets, List<?> testObjects, DumpWriter writer) {
    List<DumpMark> marks = createMarks(key, targets, testObjects);
    try {
      return writer.write();
    } catch (IOException e) {
      throw unreadable(e);
    } finally {
      marks.forEach(mark -> mark.object = null);
    }
  }

  /**
   * Creates the marks in a stack frame of its own, so that no local variable holds the targets when
   * the dump is written.
   */
  private static List<DumpMark> createMarks(
      long key, List<? extends Reference<?>> targets, List<?> testObjects) {
    List<DumpMark> marks = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      marks.add(new DumpMark(key, Role.TARGET, i, targets.get(i).get()));
    }
    testObjects.forEach(object -> marks.add(new DumpMark(key, Role.TEST_OBJECT, 0, object)));
    for (ClassLoader loader : PermanentLoaders.set()) {
      marks.add(new DumpMark(key, Role.PERMANENT_LOADER, 0, loader));
      if (JdkModules.isJdkLoader(loader)) {
        marks.add(new DumpMark(key, Role.JDK_LOADER, 0, loader));
      }
    }
    return marks;
  }

  /** Returns the file of the dump. */
  public Path file() {
    return dump.file();
  }

  /**
   * Returns the shortest path to each target; empty for a target that nothing in the dump holds.
   *
   * @param throughTest whether paths may begin at objects of the test and lead through objects of
   *     JUnit; otherwise they avoid both
   * @param followSoft whether paths may lead through soft references
   * @param maxProofs the number of paths, from the first one on, for which a second walk searches
   *     for the target without the last reference of the application
   * @throws UnweighableException if the dump cannot be read
   */
  public List<Optional<RootPath>> paths(boolean throughTest, boolean followSoft, int maxProofs) {
    try {
      return paths.paths(targetCount, throughTest, followSoft, maxProofs);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private static UnweighableException unreadable(IOException e) {
    return new UnweighableException(
        "the heap dump cannot be used: " + e.getMessage(),
        "check that the folder of java.io.tmpdir has space and can be written to",
        e);
  }

  @Override
  public void close() {
    dump.close();
  }
}
