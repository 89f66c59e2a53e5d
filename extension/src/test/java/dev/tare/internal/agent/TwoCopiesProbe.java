package dev.tare.internal.agent;

import dev.tare.internal.agent.Agent.AgentAccess;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Requests access from many threads, and from a second copy of Tare in a loader of its own. */
public final class TwoCopiesProbe {

  private TwoCopiesProbe() {}

  /** The arguments are the class path of the second copy. */
  public static void main(String[] arguments) throws Exception {
    Set<AgentAccess> accesses = ConcurrentHashMap.newKeySet();
    Thread[] threads = new Thread[8];
    Arrays.setAll(threads, i -> new Thread(() -> accesses.add(Agent.access())));
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    Set<Object> instrumentations = new HashSet<>();
    for (AgentAccess access : accesses) {
      instrumentations.add(((AgentAccess.Granted) access).instrumentation());
    }
    URL[] urls = new URL[arguments.length];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = Path.of(arguments[i]).toUri().toURL();
    }
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    try (URLClassLoader loader = new URLClassLoader(urls, platform)) {
      Class<?> agent = loader.loadClass(Agent.class.getName());
      Object granted = agent.getMethod("access").invoke(null);
      instrumentations.add(granted.getClass().getMethod("instrumentation").invoke(granted));
      System.out.println((agent != Agent.class) + " " + instrumentations.size());
    }
  }
}
