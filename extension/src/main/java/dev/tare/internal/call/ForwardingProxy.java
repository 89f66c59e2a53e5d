package dev.tare.internal.call;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * Creates dynamic proxies of JUnit's interfaces. A class that implements them directly would lack
 * the methods that later versions of JUnit add.
 */
public final class ForwardingProxy {

  private ForwardingProxy() {}

  /** Returns a proxy of an interface that passes all calls to a handler. */
  public static <T> T of(Class<T> type, InvocationHandler calls) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls));
  }

  /** Calls a method through reflection and throws its exceptions unchanged. */
  public static @Nullable Object call(
      Object target, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
