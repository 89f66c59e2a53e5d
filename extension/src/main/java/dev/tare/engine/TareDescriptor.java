package dev.tare.engine;

import static dev.tare.internal.call.ForwardingProxy.call;

import dev.tare.internal.call.ForwardingProxy;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;

/**
 * Root descriptor of Tare's engine. Jupiter's own root is named after Jupiter, so reports and IDEs
 * would show that name twice. Its tests are below this root until they are executed.
 */
final class TareDescriptor extends EngineDescriptor {

  private final @Nullable TestDescriptor jupiterRoot;

  /** Creates a root without Jupiter tests: it is empty or holds failed discoveries. */
  TareDescriptor(UniqueId id, List<TestDescriptor> failures) {
    this(id, failures, null);
  }

  private TareDescriptor(
      UniqueId id, List<TestDescriptor> children, @Nullable TestDescriptor jupiterRoot) {
    super(id, "Tare");
    this.jupiterRoot = jupiterRoot;
    children.forEach(this::addChild);
  }

  /** Returns a root with the tests of Jupiter's root, which loses them. */
  static TareDescriptor of(TestDescriptor jupiterRoot) {
    List<TestDescriptor> children = List.copyOf(jupiterRoot.getChildren());
    children.forEach(jupiterRoot::removeChild);
    return new TareDescriptor(jupiterRoot.getUniqueId(), children, jupiterRoot);
  }

  void execute(ExecutionRequest request) {
    TestDescriptor root = jupiterRoot;
    if (root == null) {
      report(this, request.getEngineExecutionListener());
      return;
    }
    List<TestDescriptor> children = List.copyOf(getChildren());
    children.forEach(this::removeChild);
    children.forEach(root::addChild);
    JupiterEngine.engine()
        .orElseThrow(() -> new JUnitException("the engine junit-jupiter has disappeared"))
        .execute(withRoot(root, request));
  }

  /**
   * Returns a request to execute Jupiter's root whose listener receives events of this root. Later
   * versions of JUnit have requests with more parts, each with a getter.
   */
  private ExecutionRequest withRoot(TestDescriptor root, ExecutionRequest request) {
    Method create =
        Arrays.stream(ExecutionRequest.class.getMethods())
            .filter(method -> method.getName().equals("create"))
            .max(Comparator.comparingInt(Method::getParameterCount))
            .orElseThrow();
    Object[] parts =
        Arrays.stream(create.getParameterTypes()).map(type -> part(type, request)).toArray();
    parts[0] = root;
    parts[1] = listener(root, request.getEngineExecutionListener());
    return (ExecutionRequest) ReflectionSupport.invokeMethod(create, null, parts);
  }

  private static Object part(Class<?> type, ExecutionRequest request) {
    return Arrays.stream(ExecutionRequest.class.getMethods())
        .filter(method -> method.getReturnType() == type && method.getParameterCount() == 0)
        .findFirst()
        .map(getter -> ReflectionSupport.invokeMethod(getter, request))
        .orElseThrow(() -> new JUnitException("an execution request without " + type.getName()));
  }

  private EngineExecutionListener listener(TestDescriptor root, EngineExecutionListener listener) {
    return ForwardingProxy.of(
        EngineExecutionListener.class,
        (method, arguments) -> {
          if (arguments.length > 0 && arguments[0] == root) {
            arguments[0] = this;
          }
          return call(listener, method, arguments);
        });
  }

  private static void report(TestDescriptor descriptor, EngineExecutionListener listener) {
    listener.executionStarted(descriptor);
    for (TestDescriptor child : List.copyOf(descriptor.getChildren())) {
      report(child, listener);
    }
    listener.executionFinished(
        descriptor,
        descriptor instanceof FailedDiscovery failed
            ? TestExecutionResult.failed(failed.failure())
            : TestExecutionResult.successful());
  }
}
