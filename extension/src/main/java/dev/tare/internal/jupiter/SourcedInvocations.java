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
   * Returns whether the test needs this: it is run by Tare's engine and has arguments, but is no
   * template.
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
    AtomicBoolean adapted = new AtomicBoolean(true);
    ExtensionContext adaptedContext = adapted(context, adapted);
    if (!provider.supportsTestTemplate(adaptedContext)) {
      throw new IllegalStateException("JUnit does not provide the invocations of " + method);
    }
    Stream<TestTemplateInvocationContext> invocations =
        provider.provideTestTemplateInvocationContexts(adaptedContext);
    adapted.set(false); // the stream is lazy: the sources of arguments see the user's method
    return invocations.map(this::withUsersMethod);
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
   * Returns the invocation with extensions that receive the adapter and a test that has the user's
   * method.
   */
  private TestTemplateInvocationContext withUsersMethod(TestTemplateInvocationContext invocation) {
    return ForwardingProxy.of(
        TestTemplateInvocationContext.class,
        (called, arguments) ->
            called.getName().equals("getAdditionalExtensions")
                ? invocation.getAdditionalExtensions().stream().map(this::withAdapter).toList()
                : call(invocation, called, adapted(arguments)));
  }

  /**
   * Returns the extension as a proxy that receives the adapter, except when it resolves a
   * parameter: it passes the parameter on to converters and aggregators, which may be the user's.
   */
  private Extension withAdapter(Extension extension) {
    Set<Class<?>> types = new LinkedHashSet<>(List.of(Extension.class));
    for (Class<?> type = extension.getClass(); type != null; type = type.getSuperclass()) {
      for (Class<?> implemented : type.getInterfaces()) {
        if (Extension.class.isAssignableFrom(implemented)) {
          types.add(implemented);
        }
      }
    }
    InvocationHandler handler =
        (proxy, called, arguments) ->
            call(
                extension,
                called,
                called.getName().equals("resolveParameter") ? arguments : adapted(arguments));
    return (Extension)
        Proxy.newProxyInstance(
            Extension.class.getClassLoader(), types.toArray(new Class<?>[0]), handler);
  }

  private @Nullable Object[] adapted(@Nullable Object[] arguments) {
    List<@Nullable Object> adapted = new ArrayList<>();
    for (Object argument : arguments) {
      if (argument instanceof ExtensionContext context) {
        adapted.add(adapted(context, new AtomicBoolean(true)));
      } else if (argument instanceof ParameterContext parameter) {
        adapted.add(adapted(parameter));
      } else {
        adapted.add(argument);
      }
    }
    return adapted.toArray();
  }

  /**
   * Returns the context as a proxy that has the adapter instead of the user's method while the flag
   * is set.
   */
  private ExtensionContext adapted(ExtensionContext context, AtomicBoolean adapted) {
    return ForwardingProxy.of(
        ExtensionContext.class,
        (called, arguments) -> {
          boolean isMethod = adapted.get() && context.getTestMethod().isPresent();
          return switch (isMethod ? called.getName() : "") {
            case "getTestMethod" -> Optional.of(adapter);
            case "getRequiredTestMethod" -> adapter;
            default -> call(context, called, arguments);
          };
        });
  }

  private ParameterContext adapted(ParameterContext parameter) {
    return ForwardingProxy.of(
        ParameterContext.class,
        (called, arguments) ->
            called.getName().equals("getDeclaringExecutable")
                    && parameter.getDeclaringExecutable().equals(method)
                ? adapter
                : call(parameter, called, arguments));
  }
}
