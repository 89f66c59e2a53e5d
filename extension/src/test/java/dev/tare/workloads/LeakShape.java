package dev.tare.workloads;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Cleaner;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Ways in which programs keep an object alive by mistake. Each plants a new object, says along
 * which path it is held, and can release it.
 */
// the shapes hold objects on purpose, as programs do
@SuppressWarnings({
  "FutureReturnValueIgnored",
  "ImmutableEnumChecker",
  "JdkObsolete",
  "UnusedVariable"
})
public enum LeakShape {
  STATIC_FIELD(
      "static field *$Registry.FIELD",
      "*$Registry.FIELD",
      session -> Registry.FIELD = session,
      () -> Registry.FIELD = null),
  STATIC_LIST(".elementData[0]", session -> new ArrayList<>(List.of(session))),
  STATIC_MAP_VALUE(".table[#].value", session -> new HashMap<>(Map.of("key", session))),
  STATIC_MAP_KEY(".table[#].key", session -> new HashMap<>(Map.of(session, "value"))),
  CONCURRENT_MAP(".table[#].val", session -> new ConcurrentHashMap<>(Map.of("key", session))),
  LINKED_MAP(".head.value", session -> new LinkedHashMap<>(Map.of("key", session))),
  TREE_MAP(".root.value", session -> new TreeMap<>(Map.of("key", session))),
  SYNCHRONIZED_LIST(
      ".list.elementData[0]",
      session -> Collections.synchronizedList(new ArrayList<>(List.of(session)))),
  LINKED_LIST(".first.item", session -> new LinkedList<>(List.of(session))),
  DEQUE(".elements[#]", session -> new ArrayDeque<>(List.of(session))),
  BLOCKING_QUEUE(".last.item", session -> new LinkedBlockingQueue<>(List.of(session))),
  LISTENERS(".array[0]", session -> new CopyOnWriteArrayList<>(List.of(session))),
  STATIC_ARRAY("[3]", session -> new Session[] {null, null, null, session}),
  OPTIONAL(".value", session -> Optional.of(session)),
  ATOMIC_REFERENCE(".value", session -> new AtomicReference<>(session)),
  SUBLIST(
      ".root.elementData[1]", session -> new ArrayList<>(List.of("first", session)).subList(0, 1)),
  ITERATOR(
      ".this$0.elementData[0]",
      session -> {
        Iterator<Session> iterator = new ArrayList<>(List.of(session)).iterator();
        iterator.next();
        return iterator;
      }),
  FUTURE(".result", session -> CompletableFuture.completedFuture(session)),
  DEPENDENT_OF_A_FUTURE(
      ".stack.fn.arg$1",
      session -> {
        CompletableFuture<Object> pending = new CompletableFuture<>();
        pending.thenRun(() -> session.use());
        return pending;
      }),
  RECORD(".session", "*$Holder.session", session -> new Holder(session)),
  ENUM_CONSTANT(
      "static field *$Constant.ONLY .session",
      "*$Constant.session",
      session -> Constant.ONLY.session = session,
      () -> Constant.ONLY.session = null),
  EXCEPTION(".session", "*$SessionException.session", session -> new SessionException(session)),
  INNER_CLASS(".this$0", session -> session.new View()),
  ANONYMOUS_LISTENER(
      ".elementData[0].val$session",
      session -> {
        Runnable listener =
            new Runnable() {
              @Override
              public void run() {
                session.use();
              }
            };
        return new ArrayList<>(List.of(listener));
      }),
  LAMBDA(
      ".arg$1",
      session -> {
        Runnable listener = () -> session.use();
        return listener;
      }),
  METHOD_REFERENCE(
      ".arg$1",
      session -> {
        Runnable listener = session::use;
        return listener;
      }),
  PROXY(
      ".h.arg$1",
      session ->
          Proxy.newProxyInstance(
              LeakShape.class.getClassLoader(),
              new Class<?>[] {Runnable.class},
              (proxy, method, arguments) -> session)),
  WEAK_REFERENCE_WITH_A_FIELD(".session", "*$Entry.session", session -> new Entry(session)),
  WEAK_MAP_WHOSE_VALUE_HOLDS_THE_KEY(
      ".table[#].value.session",
      "*$Holder.session",
      session -> {
        Map<Session, Holder> map = new WeakHashMap<>();
        map.put(session, new Holder(session));
        return map;
      }),
  CLASS_VALUE(
      "class *$Holder .classValueMap*",
      null,
      session -> Registry.OF_CLASS.get(Holder.class).set(session),
      () -> Registry.OF_CLASS.get(Holder.class).set(null)),
  SYSTEM_PROPERTIES(
      "static field java.lang.System.props .map.table[#].val",
      null,
      session -> System.getProperties().put("session", session),
      () -> System.getProperties().remove("session")),
  THREAD_LOCAL(
      "thread \"*\" .threadLocals.table[#].value",
      "thread local *$Registry.LOCAL",
      session -> Registry.LOCAL.set(session),
      () -> Registry.LOCAL.remove()),
  THREAD_LOCAL_OF_A_POOL_THREAD(
      "thread \"leaking pool\" .threadLocals.table[#].value",
      "thread local *$Registry.LOCAL",
      session -> {
        Pool.start(Executors.newFixedThreadPool(1, Pool::thread), new CountDownLatch(0));
        Pool.run(() -> Registry.LOCAL.set(session));
      },
      () -> {
        Pool.run(Registry.LOCAL::remove);
        Pool.stop();
      }),
  INHERITED_THREAD_LOCAL(
      "thread \"leaking pool\" .inheritableThreadLocals.table[#].value.table[#].value",
      "thread local *$Registry.INHERITED",
      session -> {
        Registry.INHERITED.set(Map.of("session", session));
        Pool.start(Executors.newFixedThreadPool(1, Pool::thread), new CountDownLatch(0));
        Pool.run(() -> {}); // starts the thread, which copies the map
        Registry.INHERITED.remove();
      },
      () -> {
        Pool.run(Registry.INHERITED::remove);
        Pool.stop();
      }),
  CONTEXT_CLASS_LOADER(
      "thread \"leaking pool\" .contextClassLoader.classes.elementData[0].state",
      "*$Plugin.state",
      session -> {
        ClassLoader loader = Plugin.with(session).getClass().getClassLoader();
        Pool.start(Executors.newFixedThreadPool(1, Pool::thread), new CountDownLatch(0));
        Pool.run(() -> Thread.currentThread().setContextClassLoader(loader));
      },
      Pool::stop),
  CLASS_LOADER_IN_A_STATIC_FIELD(
      ".classes.elementData[0].state",
      "*$Plugin.state",
      session -> Plugin.with(session).getClass().getClassLoader()),
  OBJECT_OF_A_CLASS_LOADER(".getClass().state", "*$Plugin.state", session -> Plugin.with(session)),
  QUEUED_TASK(
      "thread \"leaking pool\" *.this$0.workQueue.last.item.callable.arg$1",
      "captured argument 1 of a lambda of *",
      session -> {
        CountDownLatch end = new CountDownLatch(1);
        ExecutorService executor = Executors.newFixedThreadPool(1, Pool::thread);
        Pool.start(executor, end);
        executor.execute(() -> Pool.await(end));
        executor.submit(() -> session.use());
      },
      Pool::stop),
  SCHEDULED_TASK(
      "thread \"leaking pool\" *.this$0.workQueue.queue[0].callable.arg$1",
      "captured argument 1 of a lambda of *",
      session -> {
        ScheduledExecutorService executor = Executors.newScheduledThreadPool(1, Pool::thread);
        Pool.start(executor, new CountDownLatch(0));
        executor.schedule(() -> session.use(), 1, TimeUnit.DAYS);
        Pool.run(() -> {});
      },
      Pool::stop),
  THREAD_SUBCLASS(
      "thread \"leaking thread\" .session",
      "*$SessionThread.session",
      session -> {
        SessionThread thread = new SessionThread(session);
        thread.start();
        Registry.thread = new WeakReference<>(thread);
      },
      () -> {
        SessionThread thread = held(Registry.thread);
        thread.end.countDown();
        awaitEnd(thread);
      }),
  SHUTDOWN_HOOK(
      "static field java.lang.ApplicationShutdownHooks.hooks .table[#].session",
      "*$SessionThread.session",
      session -> {
        SessionThread hook = new SessionThread(session);
        Runtime.getRuntime().addShutdownHook(hook);
        Registry.thread = new WeakReference<>(hook);
      },
      () -> Runtime.getRuntime().removeShutdownHook(held(Registry.thread))),
  UNCAUGHT_EXCEPTION_HANDLER(
      "static field java.lang.Thread.defaultUncaughtExceptionHandler .arg$1",
      "captured argument 1 of a lambda of *",
      session -> Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> session.use()),
      () -> Thread.setDefaultUncaughtExceptionHandler(null)),
  CLEANER_THAT_HOLDS_ITS_OBJECT(
      "*.action.arg$1",
      null,
      session ->
          Registry.cleanable =
              new WeakReference<>(Registry.CLEANER.register(session, () -> session.use())),
      () -> held(Registry.cleanable).clean());

  /** The object that leaks. */
  public static final class Session {

    private final byte[] content = new byte[1_000];

    /** Reads the content. */
    int use() {
      return content.length;
    }

    /** An object that refers to its session. */
    final class View {
      int size() {
        return content.length;
      }
    }
  }

  record Holder(Session session) {}

  enum Constant {
    ONLY;

    @Nullable Session session;
  }

  private static final class SessionException extends Exception {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings({"unused", "serial"}) // holds it
    private final transient Session session;

    SessionException(Session session) {
      this.session = session;
    }
  }

  private static final class Entry extends WeakReference<Session> {
    @SuppressWarnings("unused") // holds what it should hold weakly
    private final Session session;

    Entry(Session session) {
      super(session, new ReferenceQueue<>());
      this.session = session;
    }
  }

  private static final class SessionThread extends Thread {
    private final Session session;
    private final CountDownLatch end = new CountDownLatch(1);

    SessionThread(Session session) {
      super("leaking thread");
      this.session = session;
      setDaemon(true);
    }

    @Override
    public void run() {
      Pool.await(end);
      session.use();
    }
  }

  /** An executor of one thread, which its thread alone holds, until it is stopped. */
  private static final class Pool {
    private static WeakReference<ExecutorService> executor = new WeakReference<>(null);
    private static WeakReference<CountDownLatch> end = new WeakReference<>(null);

    static Thread thread(Runnable work) {
      Thread thread = new Thread(work, "leaking pool");
      thread.setDaemon(true);
      return thread;
    }

    static void start(ExecutorService started, CountDownLatch latch) {
      executor = new WeakReference<>(started);
      end = new WeakReference<>(latch);
    }

    static void await(CountDownLatch latch) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    static void run(Runnable task) {
      try {
        ExecutorService pool = held(executor);
        pool.submit(task).get();
        // when the thread begins the next task, its stack no longer holds this one
        pool.submit(() -> {}).get();
      } catch (InterruptedException | ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }

    static void stop() {
      ExecutorService ending = held(executor);
      ending.shutdownNow();
      CountDownLatch latch = end.get();
      if (latch != null) {
        latch.countDown();
      }
      try {
        if (!ending.awaitTermination(1, TimeUnit.MINUTES)) {
          throw new IllegalStateException("the pool does not end");
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** A class that is defined anew, by a class loader of its own. */
  public static final class Plugin {

    /** What the class keeps alive. */
    public static @Nullable Object state;

    /** Returns an instance of a new class that keeps a session. */
    static Object with(Session session) {
      try {
        Class<?> plugin = new Loader().define();
        plugin.getField("state").set(null, session);
        return plugin.getConstructor().newInstance();
      } catch (IOException | ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }

    private static final class Loader extends ClassLoader {
      Loader() {
        super(LeakShape.class.getClassLoader());
      }

      Class<?> define() throws IOException {
        try (InputStream in = LeakShape.class.getResourceAsStream("LeakShape$Plugin.class")) {
          byte[] code = requireNonNull(in).readAllBytes();
          return defineClass(Plugin.class.getName(), code, 0, code.length);
        }
      }
    }
  }

  /** The places that hold what leaks; what releases it is held weakly, so as to be no path. */
  private static final class Registry {
    static @Nullable Session FIELD;
    static @Nullable Object HELD;
    static final ThreadLocal<@Nullable Session> LOCAL = new ThreadLocal<>();
    static final ThreadLocal<Map<String, Session>> INHERITED =
        new InheritableThreadLocal<>() {
          @Override
          protected Map<String, Session> childValue(Map<String, Session> parent) {
            return new HashMap<>(parent);
          }
        };
    static final Cleaner CLEANER = Cleaner.create();
    static final ClassValue<AtomicReference<@Nullable Session>> OF_CLASS =
        new ClassValue<>() {
          @Override
          protected AtomicReference<@Nullable Session> computeValue(Class<?> type) {
            return new AtomicReference<>();
          }
        };
    static WeakReference<SessionThread> thread = new WeakReference<>(null);
    static WeakReference<Cleaner.Cleanable> cleanable = new WeakReference<>(null);
  }

  private static <T> T held(WeakReference<T> reference) {
    return requireNonNull(reference.get());
  }

  private static void awaitEnd(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private final String path;
  private final @Nullable String reference;

  private final Consumer<Session> holder;
  private final Runnable releaser;

  /**
   * Shape whose only reference of the application is a static field.
   *
   * @param path the path from there
   * @param holder returns the object that the field refers to
   */
  LeakShape(String path, Function<Session, Object> holder) {
    this(path, "*$Registry.HELD", holder);
  }

  LeakShape(String path, String reference, Function<Session, Object> holder) {
    this(
        ("static field *$Registry.HELD " + path).strip(),
        reference,
        session -> Registry.HELD = holder.apply(session),
        () -> Registry.HELD = null);
  }

  LeakShape(String path, @Nullable String reference, Consumer<Session> holder, Runnable releaser) {
    this.path = path;
    this.reference = reference;
    this.holder = holder;
    this.releaser = releaser;
  }

  /** Creates an object and holds it; returns it. */
  public Object plant() {
    Session session = new Session();
    holder.accept(session);
    return session;
  }

  /** Holds the object no longer. */
  public void clear() {
    releaser.run();
  }

  /** Returns the expected path as a regular expression for its description. */
  public String path() {
    return regex(path);
  }

  /** Returns the root of the expected path as a regular expression. */
  public String root() {
    return regex(path.startsWith("*") ? "*" : path.replaceFirst(" (\\.|\\[|\\*\\.).*", ""));
  }

  /** Returns the expected reference of the application as a regular expression. */
  public Optional<String> reference() {
    return Optional.ofNullable(reference).map(LeakShape::regex);
  }

  /** {@code *} stands for any text, {@code #} for a number. */
  private static String regex(String pattern) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      switch (c) {
        case '*' -> regex.append(".*");
        case '#' -> regex.append("[0-9]+");
        default -> regex.append(Character.isLetterOrDigit(c) ? "" : "\\").append(c);
      }
    }
    return regex.toString();
  }
}
