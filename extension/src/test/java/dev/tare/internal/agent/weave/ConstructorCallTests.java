package dev.tare.internal.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.testing.WeavesOrWalks;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.Bytecode;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@WeavesOrWalks
class ConstructorCallTests {

  private static final int NONE = ConstructorCall.NONE;

  @Nested
  class GeneratedByJavac {

    @Test
    void callOnTheOwnObjectIsFound() throws Exception {
      assertThat(index(PlainFixture.class)).isEqualTo(0);
      assertThat(index(EnumFixture.class)).isEqualTo(0);
      assertThat(index(RecordFixture.class)).isEqualTo(0);
    }

    @Test
    void callComesAfterNewArguments() throws Exception {
      assertThat(index(CopyingFixture.class)).isEqualTo(1);
      assertThat(index(ChoosingFixture.class)).isEqualTo(2);
      assertThat(index(ChainedFixture.class)).isEqualTo(1);
    }

    @Test
    void constructorWithoutACallHasNone() throws Exception {
      assertThat(ConstructorCall.find(constructor(Object.class))).isEqualTo(NONE);
    }
  }

  @Nested
  class GeneratedByOthers {

    @Test
    void callsInTwoBranchesAreNotFound() throws Exception {
      assertThat(
              find(
                  code -> {
                    jump(code, Opcode.IFNE, 8);
                    callSuper(code);
                    jump(code, Opcode.GOTO, 7);
                    callSuper(code);
                  }))
          .isEqualTo(NONE);
    }

    @Test
    void callAfterAnObjectThatIsNeverConstructedIsNotFound() throws Exception {
      assertThat(
              find(
                  code -> {
                    code.addNew("some.Argument");
                    code.addOpcode(Opcode.POP);
                    callSuper(code);
                  }))
          .isEqualTo(NONE);
    }

    @Test
    void forwardJumpBypassesTheCall() throws Exception {
      assertThat(find(code -> conditional(code, Opcode.IFNE, 8))).isEqualTo(NONE);
      assertThat(find(code -> conditional(code, Opcode.IFNULL, 8))).isEqualTo(NONE);
      assertThat(find(code -> conditional(code, Opcode.IFNE, 4))).isEqualTo(6);
    }

    @Test
    void callAfterASwitchIsNotFound() throws Exception {
      assertThat(index(ParsingFixture.class)).isNegative();
    }

    @Test
    void handlerBeforeTheCallMayBypassIt() throws Exception {
      assertThat(find(code -> handled(code, 0, 1, 4))).isEqualTo(NONE);
      assertThat(find(code -> handled(code, 0, 4, 4))).isEqualTo(NONE);
      assertThat(find(code -> handled(code, 4, 5, 4))).isEqualTo(1);
    }

    @Test
    void callOfADefaultMethodIsNotTheConstructorCall() throws Exception {
      assertThat(
              find(
                  code -> {
                    callSuper(code);
                    code.addAload(0);
                    code.addOpcode(Opcode.INVOKESPECIAL);
                    ConstPool constants = code.getConstPool();
                    code.addIndex(
                        constants.addInterfaceMethodrefInfo(
                            constants.addClassInfo("some.Type"), "run", "()V"));
                  }))
          .isEqualTo(1);
    }

    private int find(Consumer<Bytecode> body) throws BadBytecode {
      ConstPool constants = new ConstPool("some.Made");
      Bytecode code = new Bytecode(constants, 4, 4);
      body.accept(code);
      code.addReturn(null);
      MethodInfo constructor = new MethodInfo(constants, MethodInfo.nameInit, "(I)V");
      constructor.setCodeAttribute(code.toCodeAttribute());
      return ConstructorCall.find(constructor);
    }

    private static void conditional(Bytecode code, int opcode, int offset) {
      code.addIload(1);
      jump(code, opcode, offset);
      code.addOpcode(Opcode.NOP);
      callSuper(code);
    }

    private static void handled(Bytecode code, int start, int end, int handler) {
      callSuper(code);
      code.addOpcode(Opcode.NOP);
      code.addExceptionHandler(start, end, handler, 0);
    }

    private static void jump(Bytecode code, int opcode, int offset) {
      code.addOpcode(opcode);
      code.addIndex(offset);
    }

    private static void callSuper(Bytecode code) {
      code.addAload(0);
      code.addInvokespecial("some.Base", MethodInfo.nameInit, "()V");
    }
  }

  /** Returns the index of the call among all calls of constructors. */
  private static int index(Class<?> type) throws IOException, BadBytecode {
    MethodInfo constructor = constructor(type);
    CodeIterator code = constructor.getCodeAttribute().iterator();
    List<Integer> calls = new ArrayList<>();
    while (code.hasNext()) {
      int at = code.next();
      if (code.byteAt(at) == Opcode.INVOKESPECIAL) {
        calls.add(at);
      }
    }
    return calls.indexOf(ConstructorCall.find(constructor));
  }

  private static MethodInfo constructor(Class<?> type) throws IOException {
    String file = type.getName().replaceAll(".*[.]", "") + ".class";
    try (InputStream bytes = Objects.requireNonNull(type.getResourceAsStream(file))) {
      return Objects.requireNonNull(
          ClassFiles.read(bytes.readAllBytes()).getMethod(MethodInfo.nameInit));
    }
  }

  static class PlainFixture {
    final @Nullable Object made;

    PlainFixture(@Nullable Object made) {
      this.made = made == null ? new Object() : made;
    }
  }

  static final class CopyingFixture extends PlainFixture {
    CopyingFixture() {
      super(new PlainFixture(null));
    }
  }

  static final class ChoosingFixture extends PlainFixture {
    ChoosingFixture(boolean flag) {
      super(flag ? new PlainFixture(1) : new ArrayList<>());
    }
  }

  static final class ChainedFixture extends PlainFixture {
    ChainedFixture(int number) {
      this(new ArrayList<>(number));
    }

    ChainedFixture(@Nullable Object made) {
      super(made);
    }
  }

  static final class ParsingFixture extends PlainFixture {
    ParsingFixture(String text) {
      super(
          switch (text) {
            case "" -> {
              try {
                yield Integer.parseInt(text);
              } catch (NumberFormatException e) {
                yield 0;
              }
            }
            default -> 1;
          });
    }
  }

  enum EnumFixture {
    ONE
  }

  record RecordFixture(int number) {
    RecordFixture {
      if (number < 0) {
        throw new IllegalArgumentException();
      }
    }
  }
}
