package dev.tare.internal.heap.hprof;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tare.SampledMatrix;
import dev.tare.heap.Holder.RootKind;
import dev.tare.heap.ObjectGraph;
import dev.tare.heap.RootPath;
import dev.tare.heap.RootPath.Step;
import dev.tare.heap.UnweighableException;
import dev.tare.internal.agent.ChildJvm;
import dev.tare.testing.SlowAfterOthers;
import dev.tare.workloads.JunitHolders;
import dev.tare.workloads.LeakShape;
import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@SuppressWarnings({"HidingField", "unused"}) // fields that only the search reads
@Isolated("objects are planted in static fields")
@SlowAfterOthers
class DumpSearchTests {

  private static @Nullable Object held;

  @TempDir Path folder;

  private @Nullable Object field;

  @AfterEach
  void release() {
    held = null;
  }

  private DumpSearch open(WeakReference<?> target) {
    return DumpSearch.open(
        List.of(target),
        List.of(this),
        () -> HeapDump.write(folder, HeapDump.MAX_USED_BYTES, false));
  }

  private Optional<RootPath> path(WeakReference<?> target) {
    try (DumpSearch search = open(target)) {
      return search.paths(false, false, 1).get(0);
    }
  }

  /**
   * Creates the leak in a stack frame of its own, so that no local variable of the test holds the
   * object.
   */
  private static WeakReference<Object> plant(LeakShape shape) {
    return new WeakReference<>(shape.plant());
  }

  static Stream<LeakShape> shapes() {
    List<LeakShape> dumped = LeakShape.walked();
    dumped.remove(LeakShape.CLASS_VALUE);
    return SampledMatrix.of("DumpSearchTests.shapes", 4, dumped);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void dumpAndWalkFindTheSamePath(LeakShape shape) {
    WeakReference<Object> target = plant(shape);
    try {
      RootPath dumped = path(target).orElseThrow();

      RootPath walked = ObjectGraph.open().pathTo(requireNonNull(target.get())).orElseThrow();
      assertThat(dumped.kind()).isEqualTo(walked.kind());
      assertThat(dumped.root()).isEqualTo(walked.root());
      assertThat(dumped.type()).isEqualTo(walked.type());
      assertThat(dumped.steps()).as(dumped.description()).hasSameSizeAs(walked.steps());
      assertThat(dumped.cut()).isEqualTo(walked.cut());
    } finally {
      shape.clear();
    }
  }

  @Test
  void objectAttachedToAClassIsNotFound() {
    WeakReference<Object> target = plant(LeakShape.CLASS_VALUE);
    try {
      assertThat(path(target)).isEmpty();
    } finally {
      LeakShape.CLASS_VALUE.clear();
    }
  }

  private static WeakReference<Object> plantInStore() {
    Object target = new Object();
    held = JunitHolders.store(target);
    return new WeakReference<>(target);
  }

  private static WeakReference<Object> plantInWorker() throws Exception {
    Object target = new Object();
    held = JunitHolders.worker(target);
    return new WeakReference<>(target);
  }

  @Test
  void objectInAStoreOfJUnitIsHeldByTheTest() {
    WeakReference<Object> target = plantInStore();

    try (DumpSearch search = open(target)) {
      assertThat(search.paths(false, false, 0)).containsExactly(Optional.empty());
      assertThat(search.paths(true, false, 0).get(0)).isPresent();
    }
  }

  @Test
  void threadOfJUnitHoldsAsAnyThreadDoes() throws Exception {
    WeakReference<Object> target = plantInWorker();

    assertThat(path(target)).isPresent();
  }

  @Test
  void proofFindsTheTestThatHoldsTheObjectToo() {
    held = new Object();
    field = held;

    assertThat(path(new WeakReference<>(held)).orElseThrow().cut())
        .isEqualTo(
            new RootPath.Cut(
                DumpSearchTests.class.getName() + ".held",
                "extra root " + DumpSearchTests.class.getName() + " .field"));
  }

  static class Page {
    final Object text = new Object();
  }

  static final class Cover extends Page {
    final Object text = new Object();
  }

  @Test
  void fieldThatHidesAnotherIsNamedWithItsClass() {
    held = new Cover();

    assertThat(path(new WeakReference<>(((Cover) held).text)).orElseThrow().steps())
        .containsExactly(new Step(".DumpSearchTests$Cover::text", "java.lang.Object"));
    assertThat(path(new WeakReference<>(((Page) held).text)).orElseThrow().steps())
        .containsExactly(new Step(".DumpSearchTests$Page::text", "java.lang.Object"));
  }

  @Test
  void localVariableOfTheCallerIsNamed() {
    Object local = new Object();

    try {
      RootPath path = path(new WeakReference<>(local)).orElseThrow();

      assertThat(path.kind()).isEqualTo(RootKind.LOCAL_VARIABLE);
      assertThat(path.root())
          .matches(
              ".*DumpSearchTests.localVariableOfTheCallerIsNamed\\(DumpSearchTests.java:\\d+\\),"
                  + " thread \""
                  + Thread.currentThread().getName()
                  + "\"");
    } finally {
      Reference.reachabilityFence(local);
    }
  }

  static Stream<String> options() {
    return SampledMatrix.of(
        "DumpSearchTests.options",
        1,
        List.of(
            "-Xint",
            "-Xcomp -XX:CompileCommand=quiet -XX:CompileCommand=compileonly,*LocalVariableProbe.*",
            "-XX:+UseSerialGC",
            "-XX:+UseParallelGC",
            "-XX:+UseZGC",
            "-XX:-UseCompressedOops"));
  }

  @ParameterizedTest
  @MethodSource("options")
  void localVariableOfAThreadIsNamed(String options) {
    List<String> jvmOptions = new ArrayList<>(List.of(ChildJvm.OPTIMIZING));
    jvmOptions.addAll(List.of(options.split(" ")));

    ChildJvm jvm = ChildJvm.run(jvmOptions, LocalVariableProbe.class);

    assertThat(jvm.out())
        .as(jvm.err())
        .matches(
            "local variable in dev.tare.internal.heap.hprof.LocalVariableProbe.work"
                + "\\(LocalVariableProbe.java:\\d+\\), thread \"worker \u00e9\u20ac\""
                + " \\.elementData\\[0]\\R"
                + "without local variable in .*LocalVariableProbe.work.*, alone");
  }

  /**
   * The path begins at a frame, since frames are searched before monitors and JNI references. Java
   * code always has a frame that holds the object too: the compiler stores the object of a lock in
   * a local variable, and methods of the JDK pass local variables to native methods.
   */
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          LOCK,          dev.tare.internal.heap.hprof.FrameProbe$Way$1.use
          LOCKED_METHOD, dev.tare.internal.heap.hprof.FrameProbe$Locked.hold
          WAIT,          java.lang.Object.wait
          NATIVE,        java.io.FileInputStream.read
          """)
  void frameOfAWaitingThreadIsNamed(FrameProbe.Way way, String method) {
    ChildJvm jvm = ChildJvm.run(List.of(), FrameProbe.class, way.name());

    assertThat(jvm.out())
        .as(jvm.err())
        .startsWith("local variable in " + method)
        .endsWith(", thread \"user\"");
  }

  @Test
  void frameOfAParkedVirtualThreadIsNamed() {
    assumeThat(Runtime.version().feature()).isGreaterThanOrEqualTo(25);

    ChildJvm jvm = ChildJvm.run(List.of(), FrameProbe.class, "VIRTUAL");

    assertThat(jvm.out())
        .as(jvm.err())
        .matches(
            "local variable in .*FrameProbe\\$Way\\$.\\.use\\(FrameProbe.java:\\d+\\),"
                + " thread #\\d+ \\(virtual\\)");
  }

  @Test
  void jniReferenceOfTheJvmIsFound() {
    ChildJvm jvm = ChildJvm.run(List.of(), JniReferenceProbe.class);

    assertThat(jvm.out())
        .as(jvm.err())
        .matches("JNI reference to java.lang.OutOfMemoryError\\[] \\[\\d+]");
  }

  @Test
  void constantOfAClassIsFound() {
    RootPath path = path(plantConstant()).orElseThrow();

    assertThat(path.kind()).isEqualTo(RootKind.CONSTANT);
    assertThat(path.description())
        .startsWith("constant of dev.tare.internal.heap.hprof.DumpSearchTests [");
  }

  private static WeakReference<Object> plantConstant() {
    Runnable capturesNothing = () -> {};
    return new WeakReference<>(capturesNothing);
  }

  @Test
  void testInstanceIsARootOnRequest() {
    WeakReference<Object> target = plantInField();

    try (DumpSearch search = open(target)) {
      assertThat(search.paths(false, false, 0)).containsExactly(Optional.empty());
      assertThat(search.paths(true, false, 0).get(0).map(RootPath::description))
          .hasValue("extra root dev.tare.internal.heap.hprof.DumpSearchTests .field");
    }
    assertThat(field).isNotNull();
  }

  private WeakReference<Object> plantInField() {
    field = new Object();
    return new WeakReference<>(field);
  }

  @Test
  void softReferenceIsFollowedOnRequest() {
    WeakReference<Object> target = plantSoftly();

    try (DumpSearch search = open(target)) {
      assertThat(search.paths(false, false, 0)).containsExactly(Optional.empty());
      assertThat(search.paths(false, true, 0).get(0).map(RootPath::description))
          .hasValue("static field dev.tare.internal.heap.hprof.DumpSearchTests.held .referent");
    }
  }

  private static WeakReference<Object> plantSoftly() {
    Object object = new Object();
    held = new SoftReference<>(object);
    return new WeakReference<>(object);
  }

  @Test
  void searchDoesNotHoldTheObject() {
    WeakReference<Object> target = plant(LeakShape.STATIC_FIELD);
    try (DumpSearch search = open(target)) {
      LeakShape.STATIC_FIELD.clear();
      System.gc();

      assertThat(target.refersTo(null)).isTrue();
      assertThat(search.paths(false, false, 0).get(0)).isPresent();
    }
  }

  @Nested
  class DumpFile {

    private static final WeakReference<Object> NOTHING = new WeakReference<>(null);

    private String[] filesInFolder() {
      return requireNonNull(folder.toFile().list());
    }

    @Test
    void onlyTheUserCanReadTheDump() throws IOException {
      assumeThat(FileSystems.getDefault().supportedFileAttributeViews()).contains("posix");

      try (DumpSearch search = open(NOTHING)) {
        Path file = search.file();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
            .isEqualTo("rwx------");
      }
    }

    @Test
    void dumpIsDeletedAfterTheSearch() throws IOException {
      try (DumpSearch search = open(NOTHING)) {
        assertThat(search.file()).isNotEmptyFile();
      }

      assertThat(filesInFolder()).isEmpty();
    }

    @Test
    void dumpIsKeptOnRequest() {
      Path kept;
      try (DumpSearch search =
          DumpSearch.open(
              List.of(NOTHING),
              List.of(),
              () -> HeapDump.write(folder, HeapDump.MAX_USED_BYTES, true))) {
        kept = search.file();
      }

      assertThat(kept).isNotEmptyFile();
    }

    @Test
    void folderThatCannotBeDeletedFailsNoTest() throws IOException {
      DumpSearch search =
          DumpSearch.open(
              List.of(NOTHING),
              List.of(),
              () -> HeapDump.write(folder, HeapDump.MAX_USED_BYTES, false));
      Path other = Files.createFile(search.file().resolveSibling("in-use"));

      assertThatCode(search::close).doesNotThrowAnyException();

      assertThat(search.file()).doesNotExist();
      assertThat(other).exists();
    }

    @Test
    void interruptedThreadReadsAndDeletesTheDump() throws IOException {
      Thread.currentThread().interrupt();
      try (DumpSearch search = open(plant(LeakShape.STATIC_FIELD))) {
        assertThat(search.paths(false, false, 0).get(0)).isPresent();
      } finally {
        assertThat(Thread.interrupted()).isTrue();
        LeakShape.STATIC_FIELD.clear();
      }
      assertThat(filesInFolder()).isEmpty();
    }

    @Test
    void dumpIsDeletedIfItCannotBeRead() throws IOException {
      assertThatExceptionOfType(UnweighableException.class)
          .isThrownBy(
              () ->
                  DumpSearch.open(
                      List.of(NOTHING),
                      List.of(),
                      () -> {
                        HeapDump dump = HeapDump.write(folder, HeapDump.MAX_USED_BYTES, true);
                        Files.write(dump.file(), new byte[100]);
                        return dump;
                      }))
          .withMessageStartingWith("the heap dump cannot be used: it is not in the format");
      assertThat(filesInFolder()).isEmpty();
    }

    @Test
    void dumpIsDeletedIfItCannotBeWritten() throws IOException {
      Path missing = folder.resolve("missing");

      assertThatExceptionOfType(UnweighableException.class)
          .isThrownBy(
              () ->
                  DumpSearch.open(
                      List.of(NOTHING),
                      List.of(),
                      () -> HeapDump.write(missing, HeapDump.MAX_USED_BYTES, false)))
          .withMessageStartingWith("the heap dump cannot be used: ");
      assertThat(filesInFolder()).isEmpty();
    }

    @Test
    void dumpIsDeletedIfTheJvmEndsDuringTheSearch() {
      ChildJvm jvm = runEndingProbe(EndingProbe.Way.EXIT);

      assertThat(jvm.out()).as(jvm.err()).startsWith(folder.toString());
      assertThat(filesInFolder()).isEmpty();
    }

    /** The guide warns of this. */
    @Test
    void dumpStaysIfTheJvmIsKilledDuringTheSearch() {
      ChildJvm jvm = runEndingProbe(EndingProbe.Way.HALT);

      assertThat(Path.of(jvm.out())).as(jvm.err()).isNotEmptyFile();
      assertThat(filesInFolder()).singleElement().asString().startsWith("tare-heap-dump");
    }

    private ChildJvm runEndingProbe(EndingProbe.Way way) {
      return ChildJvm.run(List.of("-Djava.io.tmpdir=" + folder), EndingProbe.class, way.name());
    }

    @Test
    void noDumpIsWrittenForALargeHeap() throws IOException {
      assertThatExceptionOfType(UnweighableException.class)
          .isThrownBy(() -> HeapDump.write(folder, 1024, false))
          .withMessage("a heap of more than 1 KiB is not dumped; run the test in a JVM of its own");
      assertThat(filesInFolder()).isEmpty();
    }
  }
}
