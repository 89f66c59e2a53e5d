package dev.tare.engine;

import static dev.tare.internal.call.ForwardingProxy.call;

import dev.tare.internal.call.ForwardingProxy;
import dev.tare.internal.jupiter.AnnotationPresence;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.EngineDiscoveryListener;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.SelectorResolutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;

/**
 * Creates the request with which Jupiter discovers the adapters: the user's request with other
 * selectors, without parallel execution, and without filters, which have already been applied.
 */
final class AdaptedRequest {

  private static final String PARALLEL = "junit.jupiter.execution.parallel.enabled";

  private AdaptedRequest() {}

  /**
   * Returns the request with other selectors and another listener.
   *
   * @param selectors what Jupiter discovers
   * @param listener replaces the user's listener
   */
  static EngineDiscoveryRequest of(
      EngineDiscoveryRequest request,
      List<DiscoverySelector> selectors,
      EngineDiscoveryListener listener) {
    ConfigurationParameters serial = serial(request.getConfigurationParameters());
    return ForwardingProxy.of(
        EngineDiscoveryRequest.class,
        (method, arguments) ->
            switch (method.getName()) {
              case "getSelectorsByType" -> ofType((Class<?>) arguments[0], selectors);
              case "getFiltersByType" -> List.of();
              case "getConfigurationParameters" -> serial;
              case "getDiscoveryListener" -> listener;
              default -> call(request, method, arguments);
            });
  }

  private static List<?> ofType(Class<?> type, Collection<?> selectors) {
    return selectors.stream().filter(type::isInstance).toList();
  }

  private static ConfigurationParameters serial(ConfigurationParameters parameters) {
    return ForwardingProxy.of(
        ConfigurationParameters.class,
        (method, arguments) ->
            arguments.length > 0 && PARALLEL.equals(arguments[0])
                ? disabled(method, arguments)
                : call(parameters, method, arguments));
  }

  private static Optional<?> disabled(Method method, @Nullable Object[] arguments) {
    if (method.getName().equals("getBoolean")) {
      return Optional.of(false);
    }
    return arguments.length == 2 && arguments[1] instanceof Function<?, ?> transformer
        ? Optional.ofNullable(transformFalse(transformer))
        : Optional.of("false");
  }

  @SuppressWarnings("unchecked") // ConfigurationParameters.get declares it for text
  private static @Nullable Object transformFalse(Function<?, ?> transformer) {
    return ((Function<String, ?>) transformer).apply("false");
  }

  /**
   * Returns the user's listener, without the issues of Jupiter's own tests, which Jupiter's own
   * discovery reports.
   *
   * @param failures receives the failures of Tare's selectors; if they reached the user's listener,
   *     the discovery of all engines would end
   */
  static EngineDiscoveryListener listener(
      EngineDiscoveryRequest request, Consumer<Throwable> failures) {
    EngineDiscoveryListener listener = request.getDiscoveryListener();
    return ForwardingProxy.of(
        EngineDiscoveryListener.class,
        (method, arguments) -> {
          if (method.getName().equals("selectorProcessed")) {
            ((SelectorResolutionResult) arguments[2]).getThrowable().ifPresent(failures);
            return null;
          }
          return isJupitersIssue(method, arguments) ? null : call(listener, method, arguments);
        });
  }

  /**
   * Returns whether an issue (since 5.13) is about Jupiter's own tests, which Jupiter reports
   * itself.
   */
  private static boolean isJupitersIssue(Method method, @Nullable Object[] arguments)
      throws ReflectiveOperationException {
    if (!method.getName().equals("issueEncountered")) {
      return false;
    }
    Optional<?> source =
        (Optional<?>) method.getParameterTypes()[1].getMethod("source").invoke(arguments[1]);
    return source != null
        && source.orElse(null) instanceof MethodSource methodSource
        && AnnotatedMethods.hasJupiterTestAnnotation(
            methodSource.getJavaMethod(), new AnnotationPresence());
  }
}
