package dev.tare.internal.heap.hprof;

import dev.tare.heap.RootPath;
import java.io.PrintStream;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Prints the path to an object in a local variable of a waiting thread. */
final class LocalVariableProbe {

  private static final CountDownLatch STARTED = new CountDownLatch(1);
  private static final CountDownLatch END = new CountDownLatch(1);

  private static volatile WeakReference<Object> target = new WeakReference<>(null);

  private LocalVariableProbe() {}

  public static void main(String[] arguments) throws InterruptedException {
    Thread thread = new Thread(LocalVariableProbe::work, "worker \u00e9\u20ac");
    thread.setDaemon(true);
    thread.start();
    STARTED.await();
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (DumpSearch search = DumpSearch.open(List.of(target), List.of(), false)) {
      RootPath path = search.paths(false, false, 1).get(0).orElseThrow();
      out.println(path.description());
      out.println("without " + path.onlyReference().orElse("?") + ", alone");
    }
    END.countDown();
  }

  private static void work() {
    List<Object> local = new ArrayList<>();
    fill(local);
    STARTED.countDown();
    try {
      END.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      Reference.reachabilityFence(local);
    }
  }

  /** Fills the list in a frame of its own, so that no other local variable holds the object. */
  private static void fill(List<Object> list) {
    Object object = new Object();
    list.add(object);
    target = new WeakReference<>(object);
  }
}
