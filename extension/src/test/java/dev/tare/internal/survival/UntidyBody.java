package dev.tare.internal.survival;

import static java.util.Objects.requireNonNull;

import dev.tare.body.TestBody;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.invoke.MethodHandles;
import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.Timer;
import java.util.TimerTask;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import java.util.regex.Pattern;

/**
 * Kinds of bodies that keep objects in each call, and also start threads, load classes or do
 * something else that leaves objects of the JVM behind for a while.
 */
@SuppressWarnings("ImmutableEnumChecker")
enum UntidyBody {
  PLAIN(Runnable::run),
  THREAD(keep -> join(new Thread(keep))),
  THREAD_LOCAL_OF_A_THREAD(
      keep -> {
        join(
            new Thread(
                () -> {
                  Shared.LOCAL.set(new byte[100]);
                  keep.run();
                }));
      }),
  POOL(keep -> Shared.POOL_OF_TWO.submit(keep).get()),
  SCHEDULER(keep -> Shared.SCHEDULED.schedule(keep, 1, TimeUnit.MICROSECONDS).get()),
  TIMER_LEFT_TO_END(
      keep -> {
        Timer timer = new Timer();
        CountDownLatch done = new CountDownLatch(1);
        timer.schedule(
            task(
                () -> {
                  keep.run();
                  done.countDown();
                }),
            0);
        done.await();
        timer.cancel();
      }),
  POOL_LEFT_TO_END(
      keep -> {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.submit(keep).get();
        pool.shutdown();
      }),
  COMPLETABLE_FUTURE(keep -> CompletableFuture.runAsync(keep).join()),
  VIRTUAL_THREAD(
      keep -> {
        Thread thread =
            (Thread)
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, keep);
        thread.join();
      }),
  FORMAT(
      () ->
          use(
              String.format(
                  Locale.ROOT,
                  "%5.2f %s %08x %tF",
                  1.5 + next(),
                  "text",
                  next(),
                  LocalDate.EPOCH))),
  LOGGING(
      () -> {
        Shared.LOGGER.log(Level.INFO, "call {0}", next());
      }),
  WEAK_MAP(() -> Shared.WEAK.put(new Object(), "value " + next())),
  INTERNED(() -> use(("interned " + next()).intern())),
  REFLECTION(
      keep -> {
        Method method = Runnable.class.getMethod("run");
        method.invoke(keep);
      }),
  PROXY(
      keep -> {
        ((Runnable)
                Proxy.newProxyInstance(
                    loader(),
                    new Class<?>[] {Runnable.class},
                    (proxy, method, arguments) -> {
                      keep.run();
                      return null;
                    }))
            .run();
      }),
  METHOD_HANDLE_OF_A_TYPE(
      () -> {
        Class<?>[] types = new Class<?>[next() % 40];
        Arrays.fill(types, String.class);
        use(MethodHandles.dropArguments(MethodHandles.constant(String.class, "x"), 0, types));
      }),
  LINKED_LAMBDA(() -> ((Runnable) loadedCopy(Linked.class)).run()),
  LOADED_CLASS(() -> use(loadedCopy(Loaded.class))),
  HIDDEN_CLASS(
      () ->
          use(
              MethodHandles.lookup()
                  .defineHiddenClass(bytes(Loaded.class), true)
                  .lookupClass()
                  .getDeclaredConstructors()[0])),
  REGEX(
      () -> {
        Pattern.compile("(a+)" + next() + "|\\p{L}").matcher("aaa").find();
      }),
  CLEARED_BUNDLE(
      () -> {
        ResourceBundle.getBundle(Texts.class.getName(), Locale.ROOT);
        ResourceBundle.clearCache();
      }),
  CLEANER(
      () -> {
        Shared.CLEANS.register(new Object(), () -> {});
      }),
  WEAK_REFERENCE(
      () -> {
        Shared.REFERENCES.add(new WeakReference<>(new Object()));
        Shared.REFERENCES.remove(0);
      }),
  SERIALIZED(
      () -> {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
          objects.writeObject(List.of(1, "two", LocalDate.EPOCH));
        }
        use(new ObjectInputStream(new ByteArrayInputStream(out.toByteArray())).readObject());
      }),
  FILE(
      () -> {
        Path file = Files.createTempFile("untidy", ".txt");
        Files.writeString(file, "text");
        use(Files.readAllLines(file));
        Files.delete(file);
      }),
  EXCEPTION(
      () -> {
        try {
          throw new IllegalStateException("call " + next());
        } catch (IllegalStateException e) {
          e.printStackTrace(new PrintStream(OutputStream.nullOutputStream()));
        }
      }),
  CACHE_OF_TEN(
      () -> {
        synchronized (Shared.CACHE) {
          Shared.CACHE.computeIfAbsent(next() % 10, key -> new byte[500]);
        }
      });

  /** Code that may throw, and that keeps objects. */
  @FunctionalInterface
  private interface Action {
    void run(Runnable keep) throws Throwable;
  }

  /** Code that may throw, after which objects are kept. */
  @FunctionalInterface
  private interface Before {
    void run() throws Throwable;
  }

  /** Bytes of each object that is kept, in any usual object layout. */
  static final int BYTES_OF_KEPT = 72;

  /** What bodies have kept; never resized. */
  static final List<Object> KEPT = new ArrayList<>(1_000_000);

  private static final AtomicInteger NEXT = new AtomicInteger();

  /** Objects that all bodies share. */
  private static final class Shared {
    static final ThreadLocal<Object> LOCAL = new ThreadLocal<>();
    static final Map<Object, Object> WEAK = new WeakHashMap<>();
    static final Map<Integer, Object> CACHE = new HashMap<>();
    static final List<Object> REFERENCES = new ArrayList<>(100);
    static final Cleaner CLEANS = Cleaner.create();
    static final ExecutorService POOL_OF_TWO = Executors.newFixedThreadPool(2, UntidyBody::daemon);
    static final ScheduledExecutorService SCHEDULED =
        Executors.newScheduledThreadPool(1, UntidyBody::daemon);
    static final Logger LOGGER = Logger.getLogger("dev.tare.untidy");

    static {
      LOGGER.setUseParentHandlers(false);
      LOGGER.addHandler(new StreamHandler(OutputStream.nullOutputStream(), new SimpleFormatter()));
    }
  }

  private final Action action;

  UntidyBody(Action action) {
    this.action = action;
  }

  UntidyBody(Before before) {
    this(
        (Runnable keep) -> {
          before.run();
          keep.run();
        });
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    return thread;
  }

  private static int next() {
    return NEXT.incrementAndGet();
  }

  private static void join(Thread thread) throws InterruptedException {
    thread.start();
    thread.join();
  }

  @SuppressWarnings("UnusedVariable")
  private static void use(Object made) {}

  private static TimerTask task(Runnable task) {
    return new TimerTask() {
      @Override
      public void run() {
        task.run();
      }
    };
  }

  private static ClassLoader loader() {
    return UntidyBody.class.getClassLoader();
  }

  private static byte[] bytes(Class<?> type) throws IOException {
    try (InputStream in =
        type.getResourceAsStream(type.getName().replaceAll(".*\\.", "") + ".class")) {
      return requireNonNull(in).readAllBytes();
    }
  }

  private static Object loadedCopy(Class<?> type) throws Exception {
    byte[] bytes = bytes(type);
    ClassLoader loader =
        new ClassLoader(loader()) {
          @Override
          protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.equals(type.getName())
                ? defineClass(name, bytes, 0, bytes.length)
                : super.loadClass(name, resolve);
          }
        };
    return loader.loadClass(type.getName()).getDeclaredConstructor().newInstance();
  }

  /** Class that is loaded again and again. */
  public static final class Loaded {
    public Loaded() {}
  }

  /** Class whose lambdas are linked when it runs. */
  public static final class Linked implements Runnable {
    public Linked() {}

    @Override
    public void run() {
      int number = 5;
      Supplier<Integer> captured = () -> number;
      Function<Object, String> plain = String::valueOf;
      use(plain.apply(captured.get()) + number);
    }

    @SuppressWarnings("UnusedVariable")
    private static void use(Object made) {}
  }

  /** Texts of a bundle. */
  public static final class Texts extends ListResourceBundle {
    @Override
    protected Object[][] getContents() {
      return new Object[][] {{"key", "value"}};
    }
  }

  /** Returns whether this JVM has what the body uses. */
  boolean canRun() {
    return this != VIRTUAL_THREAD || Runtime.version().feature() >= 21;
  }

  /** Returns a body that keeps some objects in each call. */
  TestBody keeping(int objects) {
    Runnable keep =
        () -> {
          for (int i = 0; i < objects; i++) {
            synchronized (KEPT) {
              KEPT.add(new byte[50]);
            }
          }
        };
    return new RandomBody(0, false, object -> 0) {
      @Override
      public void run() {
        try {
          action.run(keep);
        } catch (Throwable e) {
          throw new IllegalStateException(e);
        }
      }
    };
  }
}
