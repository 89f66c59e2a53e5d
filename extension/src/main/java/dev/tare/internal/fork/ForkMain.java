package dev.tare.internal.fork;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Main class of the fresh JVM: runs one test by JUnit's launcher and ends. */
public final class ForkMain {

  private static final String LAUNCHER = "org.junit.platform.launcher.";
  private static final int ORPHANED_EXIT_CODE = 3;

  private ForkMain() {}

  /**
   * Runs the test that a request names.
   *
   * @param arguments the file of the request
   * @throws IOException if it cannot be read
   */
  public static void main(String[] arguments) throws IOException {
    endWithParent(System.in);
    System.setIn(InputStream.nullInputStream());
    ForkRequest request = ForkRequest.read(Path.of(arguments[0]));
    request.systemProperties(System.getProperties()).forEach(System::setProperty);
    try {
      run(request);
    } catch (InvocationTargetException e) {
      reportFailure(request, "JUnit's launcher threw " + e.getCause());
    } catch (ReflectiveOperationException e) {
      reportFailure(
          request,
          "there is no launcher of JUnit in the fresh JVM, add"
              + " org.junit.platform:junit-platform-launcher to the tests' runtime class path: "
              + e);
    }
    // end the JVM even if the test left threads running
    System.exit(0);
  }

  private static void reportFailure(ForkRequest request, String reason) throws IOException {
    if (!Files.exists(request.reply())) {
      ForkReply.writeFailure(request.reply(), reason);
    }
  }

  /**
   * Ends this JVM when its parent dies. The parent holds the other end of the pipe, which is closed
   * then.
   */
  private static void endWithParent(InputStream pipe) {
    Thread watcher =
        new Thread(
            () -> {
              try {
                while (pipe.read() >= 0) {
                  // the parent never writes to it
                }
              } catch (IOException e) {
                // a broken pipe means the same as a closed one
              }
              Runtime.getRuntime().halt(ORPHANED_EXIT_CODE);
            },
            "tare-fork-lifeline");
    watcher.setDaemon(true);
    watcher.start();
  }

  private static void run(ForkRequest request) throws ReflectiveOperationException {
    Class<?> builders = Class.forName(LAUNCHER + "core.LauncherDiscoveryRequestBuilder");
    Class<?> selectors = Class.forName("org.junit.platform.engine.discovery.DiscoverySelectors");
    Class<?> listeners = Class.forName(LAUNCHER + "TestExecutionListener");
    Object builder = builders.getMethod("request").invoke(null);
    Object selector =
        selectors.getMethod("selectUniqueId", String.class).invoke(null, request.uniqueId());
    builders.getMethod("selectors", List.class).invoke(builder, List.of(selector));
    builders.getMethod("configurationParameters", Map.class).invoke(builder, request.parameters());
    Object discovery = builders.getMethod("build").invoke(builder);
    Object launcher =
        Class.forName(LAUNCHER + "core.LauncherFactory").getMethod("create").invoke(null);
    Object listenerArray = Array.newInstance(listeners, 1);
    Array.set(listenerArray, 0, listener(listeners, request));
    Class.forName(LAUNCHER + "Launcher")
        .getMethod(
            "execute",
            Class.forName(LAUNCHER + "LauncherDiscoveryRequest"),
            listenerArray.getClass())
        .invoke(launcher, discovery, listenerArray);
  }

  /**
   * Returns a listener that records why a test failed or was skipped before it measured anything.
   */
  private static Object listener(Class<?> type, ForkRequest request) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) -> {
          if (method.getName().equals("executionFinished")) {
            Optional<?> thrown =
                (Optional<?>)
                    arguments[1].getClass().getMethod("getThrowable").invoke(arguments[1]);
            if (thrown != null && thrown.isPresent()) {
              reportFailure(request, "in a fresh JVM the test threw " + thrown.get());
            }
          }
          if (method.getName().equals("executionSkipped")) {
            reportFailure(request, "in a fresh JVM the test was skipped: " + arguments[1]);
          }
          return invokeObjectMethod(proxy, method.getName(), arguments);
        });
  }

  private static @Nullable Object invokeObjectMethod(
      Object proxy, String method, Object[] arguments) {
    return switch (method) {
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      case "toString" -> ForkMain.class.getName();
      default -> null;
    };
  }
}
