package outcomes;

import dev.tare.survival.MustBeCollected;
import dev.tare.survival.Released;
import java.lang.ref.Cleaner;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Objects that should be collected after the test has let go of them. */
class CollectedTests {

  private static final ThreadLocal<Object> LOCAL = new ThreadLocal<>();
  private static final Cleaner CLEANER = Cleaner.create();
  private static final CountDownLatch NEVER = new CountDownLatch(1);
  private static Object held;

  private final List<ExecutorService> pools = new ArrayList<>();
  private Object field;
  private int calls;

  static class Session {
    final byte[] content = new byte[1_000];
    Session next;
  }

  @AfterEach
  void releases() {
    held = null;
    LOCAL.remove();
    pools.forEach(pool -> pool.shutdownNow());
  }

  private static Session holding(Object holder, Session session) {
    held = holder;
    return session;
  }

  @MustBeCollected
  Session released() {
    return new Session();
  }

  @MustBeCollected
  Session staticField() {
    Session session = new Session();
    held = session;
    return session;
  }

  @MustBeCollected
  Session arrayList() {
    Session session = new Session();
    return holding(new ArrayList<>(List.of(session)), session);
  }

  @MustBeCollected
  Session linkedList() {
    Session session = new Session();
    return holding(new LinkedList<>(List.of(session)), session);
  }

  @MustBeCollected
  Session deque() {
    Session session = new Session();
    return holding(new ArrayDeque<>(List.of(session)), session);
  }

  @MustBeCollected
  Session blockingQueue() {
    Session session = new Session();
    return holding(new LinkedBlockingQueue<>(List.of(session)), session);
  }

  @MustBeCollected
  Session mapValue() {
    Session session = new Session();
    return holding(new HashMap<>(Map.of("key", session)), session);
  }

  @MustBeCollected
  Session mapKey() {
    Session session = new Session();
    return holding(new LinkedHashMap<>(Map.of(session, "value")), session);
  }

  @MustBeCollected
  Session treeMap() {
    Session session = new Session();
    return holding(new TreeMap<>(Map.of("key", session)), session);
  }

  @MustBeCollected
  Session concurrentMap() {
    Session session = new Session();
    return holding(new ConcurrentHashMap<>(Map.of("key", session)), session);
  }

  @MustBeCollected
  Session removedFromAMap() {
    Session session = new Session();
    Map<String, Session> map = new HashMap<>(Map.of("key", session));
    held = map;
    map.clear();
    return session;
  }

  @MustBeCollected
  Session weakMapKey() {
    Session session = new Session();
    return holding(new WeakHashMap<>(Map.of(session, "value")), session);
  }

  @MustBeCollected
  Session weakMapValueHoldsItsKey() {
    Session session = new Session();
    return holding(new WeakHashMap<>(Map.of(session, List.of(session))), session);
  }

  @MustBeCollected
  Session weakReference() {
    Session session = new Session();
    return holding(new WeakReference<>(session), session);
  }

  @MustBeCollected
  Session softReference() {
    Session session = new Session();
    return holding(new SoftReference<>(session), session);
  }

  @MustBeCollected
  Session behindASoftReference() {
    Session session = new Session();
    return holding(new SoftReference<>(new ArrayList<>(List.of(session))), session);
  }

  @MustBeCollected
  Session softAndStrong() {
    Session session = new Session();
    return holding(List.of(session, new SoftReference<>(session)), session);
  }

  @MustBeCollected
  Session capturedByALambda() {
    Session session = new Session();
    Supplier<Object> supplier = () -> session;
    return holding(supplier, session);
  }

  @MustBeCollected
  Session twoHolders() {
    Session session = new Session();
    LOCAL.set(session);
    return holding(List.of(session), session);
  }

  @MustBeCollected
  Session chain() {
    Session first = new Session();
    Session last = first;
    for (int i = 0; i < 100; i++) {
      last.next = new Session();
      last = last.next;
    }
    return holding(first, last);
  }

  @MustBeCollected
  Session cycleThatNobodyHolds() {
    Session session = new Session();
    session.next = new Session();
    session.next.next = session;
    return session;
  }

  @MustBeCollected
  Session threadLocal() {
    Session session = new Session();
    LOCAL.set(session);
    return session;
  }

  @MustBeCollected
  Session removedThreadLocal() {
    Session session = new Session();
    LOCAL.set(session);
    LOCAL.remove();
    return session;
  }

  @MustBeCollected
  Session taskOfAPool() {
    Session session = new Session();
    ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
    pools.add(pool);
    pool.schedule(() -> session.content.length, 1, TimeUnit.DAYS);
    return session;
  }

  @MustBeCollected
  Session finishedTaskOfAPool() throws Exception {
    Session session = new Session();
    ExecutorService pool = Executors.newSingleThreadExecutor();
    pools.add(pool);
    pool.submit(() -> session.content.length).get();
    return session;
  }

  @MustBeCollected
  Object localVariableOfAThread() throws InterruptedException {
    CountDownLatch started = new CountDownLatch(1);
    Session[] passed = {new Session()};
    Session session = passed[0];
    Thread thread = new Thread(() -> waitWith(passed, started), "waiting");
    thread.setDaemon(true);
    thread.start();
    started.await();
    return session;
  }

  private static void waitWith(Session[] passed, CountDownLatch started) {
    Session local = passed[0];
    passed[0] = null;
    started.countDown();
    try {
      NEVER.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(local.toString(), e);
    }
  }

  @MustBeCollected
  Object threadHoldsItsLoader() {
    ClassLoader loader = new URLClassLoader(new URL[0]);
    Thread thread = new Thread(() -> waitWith(new Session[] {null}, new CountDownLatch(1)), "beat");
    thread.setContextClassLoader(loader);
    thread.setDaemon(true);
    thread.start();
    return loader;
  }

  @MustBeCollected
  ClassLoader releasedLoader() {
    return new URLClassLoader(new URL[0]);
  }

  @MustBeCollected
  Session cleanerAction() {
    Session session = new Session();
    CLEANER.register(new Object(), () -> {});
    return session;
  }

  @MustBeCollected
  Session cleanerActionThatHoldsIt() {
    Session session = new Session();
    CLEANER.register(session, () -> session.toString());
    return session;
  }

  @MustBeCollected
  Session fieldOfTheTest() {
    Session session = new Session();
    field = session;
    return session;
  }

  @MustBeCollected
  Session everySecondCall() {
    Session session = new Session();
    if (calls++ % 2 == 0) {
      held = session;
    }
    return session;
  }

  @MustBeCollected
  Session nullValue() {
    return null;
  }

  @MustBeCollected
  String text() {
    return "x";
  }

  @MustBeCollected
  Integer box() {
    return 1_000;
  }

  @MustBeCollected
  Class<?> classObject() {
    return Session.class;
  }

  @MustBeCollected
  Supplier<String> lambdaWithoutCapture() {
    return () -> "x";
  }

  @MustBeCollected
  Optional<String> sharedByTheJdk() {
    return Optional.empty();
  }

  @MustBeCollected
  List<String> emptyListOfTheJdk() {
    return List.of();
  }

  @MustBeCollected
  byte[] array() {
    return new byte[1_000];
  }

  @MustBeCollected
  Session throwsAnException() {
    throw new IllegalStateException("the body is broken");
  }

  @Test
  void threeOfThree(@MustBeCollected Released<Session> sessions) {
    for (int i = 0; i < 3; i++) {
      sessions.letGo(new Session());
    }
  }

  @Test
  void oneOfThree(@MustBeCollected Released<Session> sessions) {
    for (int i = 0; i < 3; i++) {
      Session session = new Session();
      held = i == 0 ? session : held;
      sessions.letGo(session);
    }
  }

  @Test
  void letsGoOfNothing(@MustBeCollected Released<Session> sessions) {}

  @Test
  void letsGoOfNull(@MustBeCollected Released<Session> sessions) {
    sessions.letGo(null);
  }

  @Test
  @MustBeCollected
  void withoutParameter() {}

  /** Is reachable again once its finalizer has run. */
  @SuppressWarnings({"deprecation", "removal"})
  static final class Revived {
    @Override
    protected void finalize() {
      held = this;
    }
  }

  @SuppressWarnings({"deprecation", "removal"})
  static final class Finalized {
    @Override
    protected void finalize() {}
  }

  @Test
  void hasAFinalizer(@MustBeCollected(within = "60 s") Released<Object> objects) {
    objects.letGo(new Finalized());
  }

  @Test
  void revivedByItsFinalizer(@MustBeCollected Released<Object> objects)
      throws InterruptedException {
    letsGoOfARevived(objects);
    while (held == null) {
      System.gc();
      Thread.onSpinWait();
    }
  }

  private static void letsGoOfARevived(Released<Object> objects) {
    objects.letGo(new Revived());
  }

  @Test
  void softlyHeldLoader(@MustBeCollected Released<Object> objects) {
    ClassLoader loader = new URLClassLoader(new URL[0]);
    held = new SoftReference<>(loader);
    objects.letGo(loader);
  }
}
