package dev.tare.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.Agent.AgentAccess;
import dev.tare.internal.agent.record.CallTreeNode;
import dev.tare.internal.agent.record.CallTreeRecording;
import dev.tare.internal.agent.record.CallTreeRecording.OtherThreads;
import dev.tare.internal.agent.record.WeavingSession;
import dev.tare.internal.agent.weave.ClassFiles;
import dev.tare.internal.agent.weave.ClassSelection.ClassIdentity;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.internal.agent.weave.RecorderClass;
import dev.tare.testing.WeavesOrWalks;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javassist.ClassClassPath;
import javassist.ClassPool;
import javassist.CtClass;
import javassist.CtConstructor;
import javassist.bytecode.Bytecode;
import javassist.bytecode.ClassFile;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Weaves constructors in forms that this JDK's javac does not generate. */
@Isolated("weaves the classes of all tests")
@WeavesOrWalks
class ConstructorWeavingTests {

  private static final String OWN = ConstructorWeavingTests.class.getName();
  private static final String FLEXIBLE = OWN.replaceAll("[^.]*$", "Flexible");
  private static final String BRANCHING = OWN.replaceAll("[^.]*$", "Branching");
  private static final ThreadCounter BYTES = new ThreadCounter();

  private final Instrumentation instrumentation =
      ((AgentAccess.Granted) Agent.access()).instrumentation();

  /** Java 25 allows statements before the call of another constructor. */
  @Test
  void constructorMayRunCodeBeforeItCallsAnother() throws Exception {
    MethodHandle constructor =
        define(
            FLEXIBLE,
            "{ byte[] first = new byte[$1 + 100];"
                + " try { Integer.parseInt(String.valueOf((Object) first)); }"
                + " catch (NumberFormatException e) { first = new byte[200]; }"
                + " if ($1 < 0) { throw new IllegalStateException(); } }");
    try (WeavingSession weaving = weave()) {
      construct(constructor, 1);
      construct(constructor, -1);
      weaving.stopWeaving();

      List<CallTreeNode> shares =
          shares(weaving, () -> construct(constructor, 1), () -> construct(constructor, -1));

      assertThat(weaving.skipped()).isEmpty();
      assertThat(namesIn(shares, "Flexible.<init>"))
          .contains("byte[]", "in java.lang.String.valueOf()", "java.lang.IllegalStateException");
      assertThat(namesIn(shares, "BaseFixture.<init>")).containsExactly("int[]");
    }
  }

  /** Mockito generates constructors in this form. */
  @Test
  void constructorMayCallAnotherInTwoBranches() throws Exception {
    MethodHandle constructor =
        define(
            BRANCHING,
            code -> {
              code.addIload(1);
              code.addOpcode(Opcode.IFEQ);
              code.addIndex(10);
              callSuper(code);
              code.addOpcode(Opcode.GOTO);
              code.addIndex(7);
              callSuper(code);
              code.addOpcode(Opcode.NOP);
            });
    try (WeavingSession weaving = weave()) {
      construct(constructor, 0);
      construct(constructor, 1);
      weaving.stopWeaving();

      List<CallTreeNode> shares =
          shares(weaving, () -> construct(constructor, 0), () -> construct(constructor, 1));

      assertThat(weaving.skipped()).isEmpty();
      assertThat(namesIn(shares, "BaseFixture.<init>")).containsExactly("int[]");
    }
  }

  @Test
  void constructorDoesNotIncludeEarlierAllocation() throws Exception {
    try (WeavingSession weaving = weave()) {
      Runnable calls =
          () -> Stream.generate(BaseFixture::new).limit(3).forEach(Objects::requireNonNull);
      calls.run();
      weaving.stopWeaving();

      assertThat(namesIn(shares(weaving, calls), "BaseFixture.<init>")).containsExactly("int[]");
    }
  }

  @Test
  void libraryConstructorHasTheApplicationsLine() throws Exception {
    MethodHandle constructor =
        MethodHandles.lookup()
            .findConstructor(LibraryFixture.class, MethodType.methodType(void.class));
    try (WeavingSession weaving = weave()) {
      construct(constructor);
      weaving.stopWeaving();

      List<CallTreeNode> shares = shares(weaving, () -> construct(constructor));

      assertThat(shares)
          .filteredOn(share -> share.site().where().contains("LibraryFixture.<init>"))
          .extracting(CallTreeNode::name)
          .containsExactlyInAnyOrder(
              "int[]", "in java.util.List.of()", "in java.util.ArrayList.<init>()", "byte[]");
      assertThat(shares)
          .filteredOn(share -> share.site().where().contains("LibraryFixture.<init>"))
          .allSatisfy(
              share ->
                  assertThat(Objects.requireNonNull(share.origin()).where())
                      .startsWith("ConstructorWeavingTests.construct("));
    }
  }

  private static @Nullable Object construct(MethodHandle constructor, Object... arguments) {
    try {
      return constructor.invokeWithArguments(arguments);
    } catch (Throwable e) {
      return e;
    }
  }

  private WeavingSession weave() throws Exception {
    return WeavingSession.open(
            instrumentation, ConstructorWeavingTests::origin, RecorderClass.TESTS, true)
        .orElseThrow();
  }

  /** Selects the classes of these tests only; one of them counts as a library. */
  private static Optional<ClassOrigin> origin(
      ClassIdentity type, @Nullable ProtectionDomain domain) {
    ClassOrigin origin =
        type.name().equals(LibraryFixture.class.getName())
            ? ClassOrigin.LIBRARIES
            : ClassOrigin.APPLICATION;
    return Stream.of(FLEXIBLE, BRANCHING, OWN).anyMatch(type.name()::startsWith)
        ? Optional.of(origin)
        : Optional.empty();
  }

  private static List<CallTreeNode> shares(WeavingSession weaving, Runnable... calls)
      throws Exception {
    CallTreeRecording recording = weaving.record(BYTES, OtherThreads.NONE, Long.BYTES);
    recording.start();
    for (Runnable call : calls) {
      call.run();
    }
    recording.stop();
    return recording.shares();
  }

  private static List<String> namesIn(List<CallTreeNode> shares, String method) {
    return shares.stream()
        .filter(share -> share.site().where().contains(method))
        .map(CallTreeNode::name)
        .distinct()
        .toList();
  }

  /** Defines a class whose constructor takes a number and runs code before it calls another one. */
  private static MethodHandle define(String name, String prologue) throws Exception {
    ClassPool pool = new ClassPool(true);
    pool.appendClassPath(new ClassClassPath(ConstructorWeavingTests.class));
    CtClass type = pool.makeClass(name, pool.get(BaseFixture.class.getName()));
    CtConstructor constructor = new CtConstructor(new CtClass[] {CtClass.intType}, type);
    constructor.setBody("super();");
    constructor.insertBefore(prologue);
    type.addConstructor(constructor);
    return constructor(type.toBytecode());
  }

  /** Defines a class whose constructor has the given code, in a version that needs no stack map. */
  private static MethodHandle define(String name, Consumer<Bytecode> body) throws Exception {
    ClassFile file = new ClassFile(false, name, BaseFixture.class.getName());
    file.setMajorVersion(ClassFile.JAVA_5);
    Bytecode code = new Bytecode(file.getConstPool(), 1, 2);
    body.accept(code);
    code.addReturn(null);
    MethodInfo constructor = new MethodInfo(file.getConstPool(), MethodInfo.nameInit, "(I)V");
    constructor.setCodeAttribute(code.toCodeAttribute());
    file.addMethod(constructor);
    return constructor(ClassFiles.write(file));
  }

  private static MethodHandle constructor(byte[] file) throws ReflectiveOperationException {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    return lookup.findConstructor(
        lookup.defineClass(file), MethodType.methodType(void.class, int.class));
  }

  private static void callSuper(Bytecode code) {
    code.addAload(0);
    code.addInvokespecial(BaseFixture.class.getName(), MethodInfo.nameInit, "()V");
  }

  static class BaseFixture {
    final int[] numbers;

    BaseFixture() {
      numbers = new int[10];
    }
  }

  static final class LibraryFixture extends ArrayList<Object> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("UnusedVariable") // allocated for its bytes
    private final byte[] own;

    LibraryFixture() {
      super(List.of(new int[5]));
      own = new byte[5];
    }
  }
}
