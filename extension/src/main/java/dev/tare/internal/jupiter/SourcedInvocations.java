package dev.tare.internal.jupiter;

import static dev.tare.internal.call.ForwardingProxy.call;

import dev.tare.internal.call.AdapterClass;
import dev.tare.internal.call.AdapterLoader;
import dev.tare.internal.call.ForwardingProxy;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Provides the invocations of a method that has sources of arguments but no
 * {@code @ParameterizedTest}, which would have to return nothing.
 *
 * <p>JUnit's own provider creates the invocations. It reads {@code @ParameterizedTest} from the
 * test method, so it gets an adapter that carries the annotation. Everything else that JUnit calls
 * gets the user's method.
 */
final class SourcedInvocations {

  private static final String PARAMETERIZED = "org.junit.jupiter.params.ParameterizedTest";

  private final Method method;
  private final Method adapter;

  private SourcedInvocations(Method method) {
    this.method = method;
    this.adapter = adapterOf(method);
  }

  /**
   * Returns whether this class provides the invocations of a test: Tare's engine runs it, it has a
   * source of arguments, and it is no template.
   */
  static boolean support(ExtensionContext context) {
    return context
        .getTestMethod()
        .filter(method -> RealMethod.isRunByTare(context))
        .filter(method -> !AnnotationSupport.isAnnotated(method, TestTemplate.class))
        .filter(AnnotationPresence::takesArguments)
        .isPresent();
  }

  /** Returns the invocations of the test method that the context belongs to. */
  static Stream<TestTemplateInvocationContext> of(ExtensionContext context) {
    return new SourcedInvocations(context.getRequiredTestMethod()).invocations(context);
  }

  private static Method adapterOf(Method method) {
    Class<?> declaring = method.getDeclaringClass();
    Class<?> adapter =
        AdapterClass.define(
            declaring,
            Map.of(method, Optional.of(PARAMETERIZED)),
            Set.of(),
            new AdapterLoader(declaring.getClassLoader()));
    return ReflectionSupport.findMethod(adapter, method.getName(), method.getParameterTypes())
        .orElseThrow(() -> new IllegalStateException("no adapter for " + method));
  }

  private Stream<TestTemplateInvocationContext> invocations(ExtensionContext context) {
    TestTemplateInvocationContextProvider provider = provider();
    AtomicBoolean useAdapter = new AtomicBoolean(true);
    ExtensionContext adaptedContext = adaptContext(context, useAdapter);
    if (!provider.supportsTestTemplate(adaptedContext)) {
      throw new IllegalStateException("JUnit does not provide the invocations of " + method);
    }
    Stream<TestTemplateInvocationContext> invocations =
        provider.provideTestTemplateInvocationContexts(adaptedContext);
    useAdapter.set(false); // the stream is lazy: the sources of arguments get the user's method
    return invocations.map(this::withUserMethod);
  }

  private TestTemplateInvocationContextProvider provider() {
    return Arrays.stream(adapter.getAnnotations())
        .filter(annotation -> annotation.annotationType().getName().equals(PARAMETERIZED))
        .map(annotation -> annotation.annotationType().getAnnotation(ExtendWith.class))
        .flatMap(extensions -> Arrays.stream(extensions.value()))
        .filter(TestTemplateInvocationContextProvider.class::isAssignableFrom)
        .map(ReflectionSupport::newInstance)
        .map(TestTemplateInvocationContextProvider.class::cast)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no provider on @ParameterizedTest"));
  }

  /**
   * Returns the invocation for a test with the user's method, whose extensions receive the adapter.
   */
  private TestTemplateInvocationContext withUserMethod(TestTemplateInvocationContext invocation) {
    return ForwardingProxy.of(
        TestTemplateInvocationContext.class,
        (invoked, arguments) ->
            invoked.getName().equals("getAdditionalExtensions")
                ? invocation.getAdditionalExtensions().stream().map(this::adaptExtension).toList()
                : call(invocation, invoked, adaptArguments(arguments)));
  }

  /**
   * Returns the extension as a proxy that receives the adapter. When it resolves a parameter, it
   * receives the user's method instead, since it passes the parameter to converters and
   * aggregators, which may be the user's.
   */
  private Extension adaptExtension(Extension extension) {
    Set<Class<?>> types = new LinkedHashSet<>(List.of(Extension.class));
    for (Class<?> type = extension.getClass(); type != null; type = type.getSuperclass()) {
      for (Class<?> implementedInterface : type.getInterfaces()) {
        if (Extension.class.isAssignableFrom(implementedInterface)) {
          types.add(implementedInterface);
        }
      }
    }
    InvocationHandler handler =
        (proxy, invoked, arguments) ->
            call(
                extension,
                invoked,
                invoked.getName().equals("resolveParameter")
                    ? arguments
                    : adaptArguments(arguments));
    return (Extension)
        Proxy.newProxyInstance(
            Extension.class.getClassLoader(), types.toArray(new Class<?>[0]), handler);
  }

  private @Nullable Object[] adaptArguments(@Nullable Object[] arguments) {
    List<@Nullable Object> adapted = new ArrayList<>();
    for (Object argument : arguments) {
      if (argument instanceof ExtensionContext context) {
        adapted.add(adaptContext(context, new AtomicBoolean(true)));
      } else if (argument instanceof ParameterContext parameter) {
        adapted.add(adaptParameter(parameter));
      } else {
        adapted.add(argument);
      }
    }
    return adapted.toArray();
  }

  /**
   * Returns the context as a proxy that returns the adapter instead of the user's method.
   *
   * @param useAdapter while this is false, the proxy returns the user's method
   */
  private ExtensionContext adaptContext(ExtensionContext context, AtomicBoolean useAdapter) {
    return ForwardingProxy.of(
        ExtensionContext.class,
        (invoked, arguments) -> {
          boolean replacesMethod = useAdapter.get() && context.getTestMethod().isPresent();
          return switch (replacesMethod ? invoked.getName() : "") {
            case "getTestMethod" -> Optional.of(adapter);
            case "getRequiredTestMethod" -> adapter;
            default -> call(context, invoked, arguments);
          };
        });
  }

  private ParameterContext adaptParameter(ParameterContext parameter) {
    return ForwardingProxy.of(
        ParameterContext.class,
        (invoked, arguments) ->
            invoked.getName().equals("getDeclaringExecutable")
                    && parameter.getDeclaringExecutable().equals(method)
                ? adapter
                : call(parameter, invoked, arguments));
  }
}
