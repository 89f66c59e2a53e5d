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

  /** Prefix of the options that an attaching JVM gives; its socket and the jar follow. */
  static final String ATTACHED = "attached:";

  /** Name of the recording thread, and prefix of the names of the agent's other threads. */
  static final String THREAD_NAME = "tare-agent";

  private Entry() {}

  /** Called before {@code main}. */
  public static void premain(@Nullable String options, Instrumentation granted) {
    try {
      launch(options, granted);
    } catch (IllegalArgumentException e) {
      // an exception here would make the JVM write a core dump
      System.err.println("tare-agent: " + e.getMessage());
      System.exit(ExitCode.USAGE.code());
    }
  }

  /** Called when the jar is loaded into a running JVM. */
  public static void agentmain(@Nullable String options, Instrumentation granted) {
    if (options == null || !options.startsWith(ATTACHED)) {
      launch(options, granted);
      return;
    }
    String[] paths = options.substring(ATTACHED.length()).split("\n", 2);
    start("AttachedRecording", Path.of(paths[1]), paths[0], granted);
  }

  private static void launch(@Nullable String options, Instrumentation granted) {
    start("LaunchedRecording", ownJar(), options == null ? "" : options, granted);
  }

  /** Loads a recording and creates it on this thread, then runs it in a thread of its own. */
  private static void start(String className, Path jar, String options, Instrumentation granted) {
    URLClassLoader loader = null;
    try {
      loader =
          new URLClassLoader(
              THREAD_NAME, new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
      Runnable recording =
          Class.forName(Entry.class.getPackageName() + "." + className, true, loader)
              .asSubclass(Runnable.class)
              .getConstructor(String.class, Instrumentation.class)
              .newInstance(options, granted);
      URLClassLoader opened = loader;
      Thread thread = new Thread(() -> run(recording, opened), THREAD_NAME);
      thread.setDaemon(true);
      thread.setContextClassLoader(null);
      thread.start();
    } catch (InvocationTargetException e) {
      close(loader);
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException | IOException e) {
      close(loader);
      throw new IllegalStateException(e);
    }
  }

  private static void run(Runnable recording, URLClassLoader loader) {
    try {
      recording.run();
    } finally {
      close(loader);
    }
  }

  private static void close(@Nullable URLClassLoader loader) {
    try {
      if (loader != null) {
        loader.close();
      }
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
