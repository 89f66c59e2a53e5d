/**
 * Memory and timing assertions for JUnit tests.
 *
 * <p>{@code dev.tare.heap} can be used alone, without JUnit.
 */
module dev.tare {
  requires java.instrument;
  requires java.management;
  requires jdk.management;
  requires transitive org.junit.jupiter.api;
  requires transitive org.junit.platform.engine;
  requires org.opentest4j;
  requires static org.assertj.core; // assertions, for those who use AssertJ
  requires static jdk.attach; // the agent jar's command alone
  requires static jdk.jfr; // profiles of failures
  // on the class path: all keys of a run, one table, fresh JVMs
  requires static org.junit.platform.launcher;
  requires static transitive org.apiguardian.api;
  requires static transitive org.jspecify;

  exports dev.tare;
  exports dev.tare.allocation;
  exports dev.tare.assertj;
  exports dev.tare.benchmark;
  exports dev.tare.body;
  exports dev.tare.extension;
  exports dev.tare.growth;
  exports dev.tare.heap;
  exports dev.tare.invocations;
  exports dev.tare.model;
  exports dev.tare.retained;
  exports dev.tare.survival;
  exports dev.tare.unit;

  // the JVM's agent loader calls Premain when the jar is given as -javaagent: on the module path
  exports dev.tare.internal.agent to
      java.instrument;

  opens dev.tare.allocation to
      org.junit.platform.commons;
  // subclasses for soft assertions
  opens dev.tare.assertj to
      org.assertj.core;
  opens dev.tare.benchmark to
      org.junit.platform.commons;
  opens dev.tare.growth to
      org.junit.platform.commons;
  opens dev.tare.invocations to
      org.junit.platform.commons;
  opens dev.tare.survival to
      org.junit.platform.commons;

  uses org.junit.jupiter.api.extension.Extension;
  uses org.junit.platform.engine.TestEngine;

  provides org.junit.jupiter.api.extension.Extension with
      dev.tare.engine.CensusInterceptor;
  provides org.junit.platform.engine.TestEngine with
      dev.tare.engine.TareTestEngine;

  opens dev.tare.internal.jupiter to
      org.junit.platform.commons;
  opens dev.tare.retained to
      org.junit.platform.commons;
}
