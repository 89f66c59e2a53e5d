/**
 * A user's module: the code under test, and opened to JUnit alone.
 *
 * <p>It requires what its tests need too, since those are patched into it.
 */
@SuppressWarnings("requires-automatic")
module dev.tare.compatibility {
  requires dev.tare;
  requires java.logging;
  requires java.sql;
  requires org.assertj.core;
  requires org.junit.jupiter.api;
  requires org.junit.jupiter.params;
  requires org.junit.platform.launcher;

  opens dev.tare.compatibility to
      org.junit.platform.commons;
}
