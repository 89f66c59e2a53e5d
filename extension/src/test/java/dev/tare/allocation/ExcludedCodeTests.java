package dev.tare.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.allocation.MaxAllocationsTests.EmptyClassFile;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess;
import dev.tare.testing.SlowAfterOthers;
import java.lang.instrument.Instrumentation;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Bytes of code that a test cannot avoid. */
@SlowAfterOthers
class ExcludedCodeTests {

  static Object sink = "";

  /** Code that is excluded, and code that it inherits, calls and is called by. */
  static class Tools {

    void callOther() {
      Own.allocate();
    }

    static class NestedTools {
      void allocate() {
        sink = new byte[84];
      }
    }
  }

  static final class InheritingTools extends Tools {

    void ownArray() {
      sink = new byte[84];
    }
  }

  static final class Own {

    private Own() {}

    static void allocate() {
      sink = new byte[84];
    }
  }

  /** Has the beginning of its name in common with an excluded class. */
  static final class ToolsOfOthers {

    private ToolsOfOthers() {}

    static void allocate() {
      sink = new byte[84];
    }
  }

  static class ExcludedTestCases {

    private final Logger logger = Logger.getAnonymousLogger();
    private final InheritingTools tools = new InheritingTools();
    private final Tools.NestedTools nested = new Tools.NestedTools();

    ExcludedTestCases() {
      logger.setUseParentHandlers(false);
      logger.setLevel(Level.INFO);
      logger.addHandler(
          new Handler() {
            @Override
            public void publish(LogRecord logged) {
              sink = new byte[84];
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
          });
    }

    @Test
    @MaxAllocatedBytes(value = "104 B", excluding = Logger.class)
    void logsAndAllocates() {
      logger.info("a line");
      Own.allocate();
    }

    @Test
    @MaxAllocatedBytes(value = "103 B", excluding = Logger.class)
    void logsAndAllocatesTooMuch() {
      logger.info("a line");
      Own.allocate();
    }

    @Test
    @MaxAllocatedBytes(value = "0 B", excludingPackages = "java.util.logging")
    void logs() {
      logger.info("a line");
    }

    @Test
    @MaxAllocatedBytes(value = "0 B", excluding = Tools.class)
    void calledNestedAndInherited() {
      tools.callOther();
      nested.allocate();
    }

    @Test
    @MaxAllocatedBytes(value = "0 B", excluding = Tools.class)
    void codeOfASubtype() {
      tools.ownArray();
    }

    @Test
    @MaxAllocatedBytes(value = "0 B", excluding = Tools.class)
    void otherNames() {
      ToolsOfOthers.allocate();
    }

    @Test
    @MaxAllocatedBytes(value = "1 KiB", excluding = Tools.class)
    void withinAnyway() {
      nested.allocate();
    }

    @Test
    @MaxAllocatedBytes(value = "0 B", excluding = Tools.class, runs = 1, warmups = 0)
    void once() {
      nested.allocate();
    }
  }

  @Nested
  @TestInstance(Lifecycle.PER_CLASS) // the test cases run once for all
  class Judged {

    private final ExecutedTests tests = ExecutedTests.jupiter(ExcludedTestCases.class);

    @Test
    void bytesOfExcludedCodeAndOfWhatItCallsDoNotCount() {
      assertThat(tests.succeeded())
          .containsExactlyInAnyOrder(
              "logsAndAllocates", "logs", "calledNestedAndInherited", "withinAnyway");
      assertThat(tests.entries("logsAndAllocates"))
          .containsEntry("tare.allocated-bytes.value", "104 B");
      assertThat(tests.entries("logs")).containsEntry("tare.allocated-bytes.value", "0 B");
    }

    @Test
    void messageNamesWhatWasLeftOut() {
      assertThat(tests.failure("logsAndAllocatesTooMuch"))
          .hasMessageContaining(" 104 B exceed 103 B")
          .hasMessageContaining("100.0 %   104 B      1  byte[]  ExcludedCodeTests.Own.allocate(")
          .hasMessageContaining(" of Logger; this thread only;");
    }

    @Test
    void otherCodeCounts() {
      assertThat(tests.failure("codeOfASubtype"))
          .hasMessageContaining(" 104 B exceed 0 B")
          .hasMessageContaining("without 0 B of ExcludedCodeTests.Tools");
      assertThat(tests.failure("otherNames")).hasMessageContaining(" 104 B exceed 0 B");
    }

    @Test
    void unknownPartIsInconclusive() {
      assertThat(tests.aborted()).containsExactly("once");
      assertThat(tests.abortion("once"))
          .hasMessageContaining("the bytes of ExcludedCodeTests.Tools are not known: the body\n")
          .hasMessageContaining(" may be called once only (runs = 1, warmups = 0)\n")
          .hasMessageContaining("; interval 0 B to 104 B;");
    }

    @Test
    void figureWithinItsLimitHasAllBytes() {
      assertThat(tests.entries("withinAnyway"))
          .containsEntry("tare.allocated-bytes.value", "104 B");
    }
  }

  static class RefusedTestCases {

    @Test
    @MaxAllocatedBytes(value = "1 B", excluding = Logger.class, scope = Scope.ALL_THREADS)
    void allThreads() {}

    @Test
    @MaxAllocatedBytes(
        value = "0 B",
        excludingPackages = {"java.util.logging", ""})
    void unnamedPackage() {
      Own.allocate();
    }

    @Test
    @MaxAllocatedBytes(value = "0 B", excludingPackages = "a,b")
    void several() {}

    @Test
    @MaxAllocatedBytes(
        value = "0 B",
        excluding = {Logger.class, byte[].class})
    void arrays() {
      Own.allocate();
    }
  }

  @Test
  void otherScopesUnnamedPackagesAndArraysAreRefused() {
    ExecutedTests tests = ExecutedTests.jupiter(RefusedTestCases.class);

    assertThat(tests.failure("allThreads"))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessageEndingWith(
            ": excluding with scope = ALL_THREADS: only the calls of the test's thread are recorded;"
                + " leave out one of them, for example scope = TEST_THREAD");
    assertThat(tests.failure("unnamedPackage"))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessageContaining(
            "unnamedPackage(): excludingPackages = \"\": a package needs a name;");
    assertThat(tests.failure("several")).hasMessageContaining("\"a,b\": a package needs a name;");
    assertThat(tests.failure("arrays"))
        .isExactlyInstanceOf(TareConfigurationException.class)
        .hasMessageContaining(
            "arrays(): excluding = byte[].class: arrays and primitive types have");
  }

  static class GrowingTestCases {

    private final Tools tools = new Tools();
    private int calls;

    @Test
    @MaxAllocatedBytes(value = "0 B", excluding = Tools.class)
    void allocatesMoreInLaterCalls() {
      for (int i = calls++ < 7 ? 1 : 0; i < 2; i++) { // 2 warm-up calls and 5 judged ones
        tools.callOther();
      }
    }
  }

  @Test
  void recordedCallsWithOtherTotalsAreInconclusive() {
    assertThat(ExecutedTests.jupiter(GrowingTestCases.class).abortion("allocatesMoreInLaterCalls"))
        .message()
        .containsIgnoringWhitespaces(
            "no recorded call allocated as many bytes in all as a call without hooks");
  }

  /** Cannot be woven while the test runs. */
  static final class Spoilt {

    private Spoilt() {}

    static void allocate() {
      sink = new byte[84];
    }
  }

  static class SpoiltTestCases {

    @Test
    @MaxAllocatedBytes(value = "0 B", excluding = Spoilt.class)
    void spoilt() {
      Spoilt.allocate();
    }
  }

  @Test
  void typeThatCannotBeWovenIsInconclusive() {
    Instrumentation instrumentation = ((AgentAccess.Granted) Agent.access()).instrumentation();
    EmptyClassFile transformer = new EmptyClassFile(Spoilt.class);
    ExecutedTests tests;
    instrumentation.addTransformer(transformer, true);
    try {
      tests = ExecutedTests.jupiter(SpoiltTestCases.class);
    } finally {
      instrumentation.removeTransformer(transformer);
    }

    assertThat(tests.abortion("spoilt"))
        .message()
        .containsIgnoringWhitespaces(
            Spoilt.class.getName() + " could not be woven, so its bytes are not known");
  }
}
