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
  private static final int ORPHANED = 3;

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
      fail(request, "JUnit's launcher threw " + e.getCause());
    } catch (ReflectiveOperationException e) {
      fail(
          request,
          "there is no launcher of JUnit in the fresh JVM, add"
              + " org.junit.platform:junit-platform-launcher to the tests' runtime class path: "
              + e);
    }
    // ends even if the test left threads behind
    System.exit(0);
  }

  private static void fail(ForkRequest request, String reason) throws IOException {
    if (!Files.exists(request.reply())) {
      ForkReply.writeFailure(request.reply(), reason);
    }
  }

  /**
   * Ends this JVM when the parent dies: the parent holds the other end of the pipe, which closes
   * then.
   */
  private static void endWithParent(InputStream pipe) {
    Thread watch =
        new Thread(
            () -> {
              try {
                while (pipe.read() >= 0) {
                  // nothing is ever written to it
                }
              } catch (IOException e) {
                // the same
              }
              Runtime.getRuntime().halt(ORPHANED);
            },
            "tare-fork-lifeline");
    watch.setDaemon(true);
    watch.start();
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
    Object several = Array.newInstance(listeners, 1);
    Array.set(several, 0, listener(listeners, request));
    Class.forName(LAUNCHER + "Launcher")
        .getMethod(
            "execute", Class.forName(LAUNCHER + "LauncherDiscoveryRequest"), several.getClass())
        .invoke(launcher, discovery, several);
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
              fail(request, "in a fresh JVM the test threw " + thrown.get());
            }
          }
          if (method.getName().equals("executionSkipped")) {
            fail(request, "in a fresh JVM the test was skipped: " + arguments[1]);
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
