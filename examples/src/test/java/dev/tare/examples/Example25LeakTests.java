package dev.tare.examples;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tare.survival.MustBeCollected;
import dev.tare.survival.Released;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

/**
 * Leaks through a cache, a web container and an application's class loader.
 *
 * <p>A listener of a cache keeps what the cache has removed; a map of users keeps sessions that
 * have ended; a thread that was not stopped keeps the class loader of its application.
 */
class Example25LeakTests {

  record Cart(String customer, byte[] content) {
    Cart(String customer) {
      this(customer, new byte[4_096]);
    }
  }

  // tag::cache[]
  /** Returns a cache of carts by customer that reports each removed cart. */
  static Cache<String, Cart> carts(Consumer<Cart> removed) {
    return Caffeine.newBuilder()
        .maximumSize(1_000)
        .executor(Runnable::run)
        .<String, Cart>removalListener((customer, cart, cause) -> removed.accept(cart))
        .build();
  }

  @Test
  void listenerKeepsNames(@MustBeCollected Released<Cart> carts) {
    List<String> customers = new ArrayList<>();
    Cache<String, Cart> cache = carts(cart -> customers.add(cart.customer()));
    Cart cart = new Cart("Ada");
    cache.put("Ada", cart);
    cache.invalidate("Ada");
    carts.letGo(cart);
  }

  // end::cache[]

  // tag::container[]
  /** The sessions of a web container, which reports each session that ends. */
  static final class Container {
    private final Map<String, WebSession> sessions = new ConcurrentHashMap<>();
    private final List<Consumer<WebSession>> listeners = new ArrayList<>();

    WebSession create(String id, String user) {
      return sessions.computeIfAbsent(id, created -> new WebSession(user, new byte[8_192]));
    }

    void onEnd(Consumer<WebSession> listener) {
      listeners.add(listener);
    }

    void invalidate(String id) {
      WebSession ended = sessions.remove(id);
      listeners.forEach(listener -> listener.accept(ended));
    }
  }

  record WebSession(String user, byte[] state) {}

  /** The sessions of users who are online, by name. */
  static final Map<String, WebSession> ONLINE = new ConcurrentHashMap<>();

  @Test
  void endedSessionIsCollected(@MustBeCollected Released<WebSession> sessions) {
    Container container = new Container();
    container.onEnd(session -> ONLINE.remove(session.user()));
    WebSession session = container.create("4711", "Grace");
    ONLINE.put("Grace", session);
    container.invalidate("4711");
    sessions.letGo(session);
  }

  // end::container[]

  // tag::loader[]
  /** An application with a class loader and a thread of its own. */
  static final class Application {
    final ClassLoader loader = new URLClassLoader(new URL[0]);
    private final CountDownLatch end = new CountDownLatch(1);
    private final Thread heartbeat = new Thread(this::beat, "heartbeat");

    Application() {
      heartbeat.setContextClassLoader(loader);
      heartbeat.setDaemon(true);
      heartbeat.start();
    }

    private void beat() {
      try {
        end.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    void close() throws InterruptedException {
      end.countDown();
      heartbeat.join();
    }
  }

  @Test
  void loaderIsCollectedAfterUndeployment(@MustBeCollected Released<ClassLoader> loaders)
      throws InterruptedException {
    Application application = new Application();
    application.close();
    loaders.letGo(application.loader);
  }

  // end::loader[]

  @Disabled("fails on purpose")
  static class Failing {

    static final List<Cart> REMOVED = new ArrayList<>();

    private Application application;

    @AfterEach
    void stop() throws InterruptedException {
      REMOVED.clear();
      ONLINE.clear();
      if (application != null) {
        application.close();
      }
    }

    // tag::wrong[]
    @Test
    void listenerKeepsCarts(@MustBeCollected Released<Cart> carts) {
      Cache<String, Cart> cache = carts(REMOVED::add);
      Cart cart = new Cart("Ada");
      cache.put("Ada", cart);
      cache.invalidate("Ada");
      carts.letGo(cart);
    }

    @Test
    void nothingForgetsTheSession(@MustBeCollected Released<WebSession> sessions) {
      Container container = new Container();
      WebSession session = container.create("4711", "Grace");
      ONLINE.put("Grace", session);
      container.invalidate("4711");
      sessions.letGo(session);
    }

    @Test
    void threadKeepsTheLoader(@MustBeCollected Released<ClassLoader> loaders) {
      application = new Application();
      loaders.letGo(application.loader);
    }
    // end::wrong[]
  }
}
