package dev.tare.internal.attach;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The agent class that the JVM calls when the agent jar is given as {@code -javaagent:} or loaded
 * into it.
 *
 * <p>The JVM adds the jar to the class path and never unloads this class. All other classes are
 * loaded by a class loader of their own, which is closed after the recording. So they can be
 * unloaded, they do not collide with the application's classes, and a jar of another version can be
 * loaded later.
 */
public final class Entry {

  /** The last option of a command's request; the path of the jar follows. */
  static final String JAR = ",jar=";

  /** Name of the recording thread, and prefix of the names of the agent's other threads. */
  static final String THREAD_NAME = "tare-agent";

  private Entry() {}

  /** Called before {@code main}. */
  public static void premain(@Nullable String options, Instrumentation granted) {
    try {
      agentmain(options, granted);
    } catch (RuntimeException e) {
      // an exception here would make the JVM write a core dump
      System.err.println("tare-agent: " + (e.getMessage() == null ? e : e.getMessage()));
      System.exit(2); // as for the command
    }
  }

  /** Called when the jar is loaded into a running JVM. */
  public static void agentmain(@Nullable String options, Instrumentation granted) {
    String given = options == null ? "" : options;
    int jar = given.lastIndexOf(JAR);
    if (jar < 0) {
      start(ownJar(), given, granted);
    } else {
      // another jar than this class's, if this is not the first one that was loaded
      start(Path.of(given.substring(jar + JAR.length())), given.substring(0, jar), granted);
    }
  }

  /** Loads a recording and starts it on this thread, then lets a thread of its own wait. */
  private static void start(Path jar, String options, Instrumentation granted) {
    try {
      URLClassLoader loader =
          new URLClassLoader(
              THREAD_NAME, new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
      Runnable recording =
          Class.forName(Entry.class.getPackageName() + ".AgentRecording", true, loader)
              .asSubclass(Runnable.class)
              .getConstructor(String.class, Instrumentation.class)
              .newInstance(options, granted);
      Thread thread = new Thread(() -> run(recording, loader), THREAD_NAME);
      thread.setDaemon(true);
      thread.setContextClassLoader(null);
      thread.start();
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void run(Runnable recording, URLClassLoader loader) {
    try (loader) {
      recording.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the agent jar. */
  static Path ownJar() {
    try {
      return Path.of(Entry.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
