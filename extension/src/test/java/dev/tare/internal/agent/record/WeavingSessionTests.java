package dev.tare.internal.agent.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess;
import dev.tare.internal.agent.ThreadCounter;
import dev.tare.internal.agent.record.CallTreeRecording.OtherThreads;
import dev.tare.internal.agent.weave.ClassFiles;
import dev.tare.internal.agent.weave.ClassOrigins;
import dev.tare.internal.agent.weave.ClassSelection;
import dev.tare.internal.agent.weave.ClassSelection.ClassIdentity;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.internal.agent.weave.CodeSite.Sites;
import dev.tare.internal.agent.weave.MethodWeaver;
import dev.tare.internal.agent.weave.RecorderClass;
import dev.tare.internal.agent.weave.RecorderClass.RecorderInstance;
import dev.tare.testing.WeavesOrWalks;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Parameter;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javassist.bytecode.ClassFile;
import javassist.bytecode.ConstPool;
import javassist.bytecode.MethodInfo;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.opentest4j.ValueWrapper;

@Isolated("weaves classes")
@WeavesOrWalks
class WeavingSessionTests {

  private static final ThreadCounter BYTES = new ThreadCounter();

  /** Prefixes of the names of the classes that are woven. */
  private static final List<String> CALLED =
      List.of(
          WeavingSessionTests.class.getName(),
          ValueWrapper.class.getName(),
          "java.util.Arrays",
          "java.util.ArrayList");

  private final Instrumentation instrumentation =
      ((AgentAccess.Granted) Agent.access()).instrumentation();

  @Test
  void allocationIsRecordedOnlyWhileOpen() throws Exception {
    CallTreeRecording afterwards;
    try (WeavingSession weaving = weave()) {
      weaving.stopWeaving();
      afterwards = weaving.record(BYTES, OtherThreads.NONE, Long.BYTES);
      assertThat(shares(weaving.record(BYTES, OtherThreads.NONE, Long.BYTES), WovenFixture::array))
          .anyMatch(
              share -> share.site().where().startsWith("WeavingSessionTests.WovenFixture.array("));
    }

    assertThat(shares(afterwards, WovenFixture::array))
        .extracting(CallTreeNode::site)
        .containsOnly(CodeSite.ELSEWHERE);
  }

  /**
   * Each session has larger numbers; HotSpot never removes a constant that was added to a class.
   */
  @Test
  void numbersOfLaterSessionsAreNoConstantsOfAClass() throws Exception {
    int sites = 1_000_000;
    ClassFile file =
        ClassFiles.beside(
            WeavingSessionTests.class, WeavingSessionTests.class.getSimpleName() + "$WovenFixture");
    for (MethodInfo method : Objects.requireNonNull(file).getMethods()) {
      Object unused =
          new MethodWeaver(
                  file,
                  method,
                  RecorderClass.TESTS,
                  new Sites(sites),
                  ClassOrigin.APPLICATION,
                  true)
              .weave();
    }
    assertThat(IntStream.range(1, file.getConstPool().getSize()).map(file.getConstPool()::getTag))
        .doesNotContain(ConstPool.CONST_Integer);

    Class<?> recorder = RecorderClass.TESTS.copy();
    assertThat((int) RecorderInstance.call(recorder, null, "reserve")).isPositive();
    Object unused = RecorderInstance.call(recorder, null, "release", sites);
    allocationIsRecordedOnlyWhileOpen();
  }

  @ParameterizedTest
  @EnumSource
  void closingRestoresLibrariesAndTheJdk(ClassOrigin reach) throws Exception {
    CallTreeRecording afterwards;
    List<CallTreeNode> woven;
    try (WeavingSession weaving = weave(reach)) {
      WovenFixture.everywhere();
      weaving.stopWeaving();
      WovenFixture.everywhere();
      afterwards = weaving.record(BYTES, OtherThreads.NONE, Long.BYTES);
      woven =
          shares(weaving.record(BYTES, OtherThreads.NONE, Long.BYTES), WovenFixture::everywhere);
    }
    List<CallTreeNode> unwoven = shares(afterwards, WovenFixture::everywhere);

    assertThat(woven.stream().map(share -> share.site().where().replaceAll("[(].*", "")))
        .contains(
            switch (reach) {
              case APPLICATION -> "WeavingSessionTests.WovenFixture.everywhere";
              case LIBRARIES -> "ValueWrapper.create";
              case JDK -> "Arrays.asList";
            });
    assertThat(unwoven).extracting(CallTreeNode::site).containsOnly(CodeSite.ELSEWHERE);
    // the restored code behaves as before
    assertThat(WovenFixture.everywhere()).isEqualTo(List.of("made"));
  }

  @Test
  void sessionThatFailsToOpenLeavesTheRecorderFree() throws Exception {
    ClassSelection failing =
        (type, domain) -> {
          throw new IllegalStateException("no selection");
        };

    assertThatThrownBy(() -> open(failing)).hasMessage("no selection");

    try (WeavingSession weaving = weave()) {
      assertThat(weaving.skipped()).isEmpty();
    }
  }

  @Test
  void weavingKeepsParameterNames() throws Exception {
    assertThat(names()).containsExactly("number", "text", "ofInterface");

    try (WeavingSession weaving = weave()) {
      weaving.stopWeaving();
      assertThat(names()).containsExactly("number", "text", "ofInterface");
    }

    assertThat(names()).containsExactly("number", "text", "ofInterface");
  }

  /** Returns the names of the parameters of a method with code and one without. */
  private static List<String> names() throws NoSuchMethodException {
    return Stream.of(
            WovenFixture.class.getDeclaredMethod("named", int.class, String.class),
            NamedFixture.class.getMethod("named", int.class))
        .flatMap(method -> Stream.of(method.getParameters()))
        .map(Parameter::getName)
        .toList();
  }

  @Test
  void otherThreadsAreNotRecorded() throws Exception {
    try (WeavingSession weaving = weave()) {
      weaving.stopWeaving();
      CallTreeRecording recording = weaving.record(BYTES, OtherThreads.NONE, Long.BYTES);
      Thread other = new Thread(WovenFixture::array);
      recording.start();
      other.start();
      other.join();
      recording.stop();

      assertThat(recording.shares())
          .noneMatch(share -> share.site().where().contains("WovenFixture.array"));
    }
  }

  @Test
  void classesAreWovenUntilWeavingStops() throws Exception {
    try (WeavingSession weaving = weave()) {
      WovenFixture.loadsEarly();
      weaving.stopWeaving();

      assertThat(
              shares(
                  weaving.record(BYTES, OtherThreads.NONE, Long.BYTES), WovenFixture::loadsEarly))
          .anyMatch(share -> share.site().where().contains("EarlyFixture.make"));
      assertThat(
              shares(weaving.record(BYTES, OtherThreads.NONE, Long.BYTES), WovenFixture::loadsLate))
          .noneMatch(share -> share.site().where().contains("LateFixture.make"))
          .anyMatch(share -> share.site().name().contains("LateFixture.make"));
    }
  }

  @Test
  void classThatCannotBeWovenIsListedAndTheRestIsWoven() throws Exception {
    TruncatingTransformer truncating = new TruncatingTransformer(TruncatedFixture.class);
    Object before = TruncatedFixture.make();
    instrumentation.addTransformer(truncating, true);
    try (WeavingSession weaving = weave()) {
      weaving.stopWeaving();
      instrumentation.removeTransformer(truncating);
      List<CallTreeNode> shares =
          shares(weaving.record(BYTES, OtherThreads.NONE, Long.BYTES), WovenFixture::array);
      List<CallTreeNode> truncatedShares =
          shares(weaving.record(BYTES, OtherThreads.NONE, Long.BYTES), TruncatedFixture::make);

      assertThat(weaving.skipped()).isEqualTo(Set.of(TruncatedFixture.class.getName()));
      assertThat(shares).anyMatch(share -> share.site().where().contains("WovenFixture.array"));
      assertThat(truncatedShares)
          .noneMatch(share -> share.site().where().contains("TruncatedFixture"));
    } finally {
      instrumentation.removeTransformer(truncating);
    }
    assertThat(TruncatedFixture.make()).isEqualTo(before);
  }

  @Test
  void librariesAndTareAreNotWoven() throws Exception {
    ClassOrigins origins =
        new ClassOrigins(List.of(WeavingSessionTests.class), ClassOrigin.APPLICATION);

    assertThat(origin(origins, WovenFixture.class)).contains(ClassOrigin.APPLICATION);
    assertThat(origin(origins, WeavingSession.class)).isEmpty();
    assertThat(origin(origins, Test.class)).isEmpty();
    assertThat(origin(origins, String.class)).isEmpty();
  }

  @Test
  void jarOfTheTestIsApplication() {
    ClassOrigins origins = new ClassOrigins(List.of(Test.class), ClassOrigin.APPLICATION);

    assertThat(origin(origins, Test.class)).contains(ClassOrigin.APPLICATION);
  }

  @Test
  void originSelectsLibrariesAndTheJdk() throws Exception {
    ClassOrigins libraries =
        new ClassOrigins(List.of(WeavingSessionTests.class), ClassOrigin.LIBRARIES);
    ClassOrigins jdk = new ClassOrigins(List.of(WeavingSessionTests.class), ClassOrigin.JDK);

    assertThat(origin(libraries, Test.class)).contains(ClassOrigin.LIBRARIES);
    assertThat(origin(libraries, String.class)).isEmpty();
    assertThat(origin(jdk, Test.class)).contains(ClassOrigin.LIBRARIES);
    assertThat(origin(jdk, String.class)).contains(ClassOrigin.JDK);
    assertThat(origin(jdk, java.sql.Date.class)).contains(ClassOrigin.JDK);
    assertThat(origin(jdk, Class.forName("com.sun.tools.javac.Main"))).contains(ClassOrigin.JDK);
    assertThat(origin(jdk, WeavingSession.class)).isEmpty();
    assertThat(origin(jdk, ClassFile.class)).isEmpty();
    assertThat(origin(jdk, RecorderClass.TESTS.copy())).isEmpty();
  }

  private static Optional<ClassOrigin> origin(ClassOrigins origins, Class<?> type) {
    return origins.origin(ClassIdentity.of(type), type.getProtectionDomain());
  }

  private WeavingSession weave() throws Exception {
    return weave(ClassOrigin.APPLICATION);
  }

  /**
   * Weaves these tests and what {@link WovenFixture#everywhere()} calls, as far as it is reached.
   */
  private WeavingSession weave(ClassOrigin reach) throws Exception {
    ClassOrigins origins = new ClassOrigins(List.of(WeavingSessionTests.class), reach);
    return open((type, domain) ->
            CALLED.stream().anyMatch(type.name()::startsWith)
                ? origins.origin(type, domain)
                : Optional.empty())
        .orElseThrow();
  }

  private Optional<WeavingSession> open(ClassSelection selection) throws Exception {
    return WeavingSession.open(instrumentation, selection, RecorderClass.TESTS, true);
  }

  private static List<CallTreeNode> shares(CallTreeRecording recording, Supplier<Object> workload) {
    recording.start();
    try {
      Objects.requireNonNull(workload.get());
    } finally {
      recording.stop();
    }
    return recording.shares();
  }

  static final class WovenFixture {
    static Object array() {
      return new int[] {1, 2, 3};
    }

    static Object everywhere() {
      Object[] made = {ValueWrapper.create("made").getValue()};
      return new ArrayList<>(Arrays.asList(made));
    }

    static String named(int number, String text) {
      return number + text;
    }

    // local classes, because member classes are loaded when JUnit searches the test class

    static Object loadsEarly() {
      final class EarlyFixture {
        Object make() {
          return new byte[10];
        }
      }
      return new EarlyFixture().make();
    }

    static Object loadsLate() {
      final class LateFixture {
        Object make() {
          return new byte[10];
        }
      }
      return new LateFixture().make();
    }
  }

  interface NamedFixture {
    String named(int ofInterface);
  }

  private static final class TruncatedFixture {
    static Object make() {
      return List.of("a", "b", "c");
    }
  }

  /** Truncates the file of one class. */
  private record TruncatingTransformer(Class<?> truncated) implements ClassFileTransformer {
    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        @Nullable String name,
        @Nullable Class<?> redefined,
        @Nullable ProtectionDomain domain,
        byte[] bytes) {
      return redefined == truncated ? Arrays.copyOf(bytes, bytes.length / 2) : null;
    }
  }
}
