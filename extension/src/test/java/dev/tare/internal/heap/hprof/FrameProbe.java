package dev.tare.internal.heap.hprof;

import dev.tare.heap.RootPath;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Prints the path to an object that a waiting thread uses in the way that the argument names. */
final class FrameProbe {

  private static final CountDownLatch STARTED = new CountDownLatch(1);
  private static final CountDownLatch END = new CountDownLatch(1);

  private static volatile WeakReference<Object> target = new WeakReference<>(null);

  /** A way to use an object. */
  enum Way {
    /** The object of a synchronized block. */
    LOCK {
      @Override
      void use() {
        synchronized (create(new Object())) {
          FrameProbe.await();
        }
      }
    },
    /** The object of a synchronized method. */
    LOCKED_METHOD {
      @Override
      void use() {
        ((Locked) create(new Locked())).hold();
      }
    },
    /** The object on which the thread waits for a notification. */
    WAIT {
      @Override
      @SuppressWarnings({"WaitNotInLoop", "NakedNotify"}) // it never ends
      void use() {
        Object object = create(new Object());
        synchronized (object) {
          STARTED.countDown();
          try {
            object.wait();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        }
      }
    },
    /** An argument of a native method that waits for input. */
    NATIVE {
      @Override
      void use() {
        try (FileInputStream in = new FileInputStream(FileDescriptor.in)) {
          int count = in.read((byte[]) create(new byte[100]));
          System.err.println(count + " bytes read");
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    },
    /** A local variable of a virtual thread, which has no carrier while it waits. */
    VIRTUAL {
      @Override
      void use() {
        Object local = create(new Object());
        try {
          FrameProbe.await();
        } finally {
          Reference.reachabilityFence(local);
        }
      }
    };

    abstract void use();
  }

  private static final class Locked {
    synchronized void hold() {
      FrameProbe.await();
    }
  }

  private FrameProbe() {}

  public static void main(String[] arguments)
      throws ReflectiveOperationException, InterruptedException {
    Way way = Way.valueOf(arguments[0]);
    Thread user = start(way);
    STARTED.await();
    while (!isWaiting(user)) {
      Thread.onSpinWait();
    }
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (DumpSearch search = DumpSearch.open(List.of(target), List.of(), false)) {
      out.println(
          search.paths(false, false, 0).get(0).map(RootPath::description).orElse("no path"));
    }
    System.exit(0); // the native method does not return
  }

  /** Returns whether a thread waits; a thread that waits for input is in a native method. */
  private static boolean isWaiting(Thread thread) {
    StackTraceElement[] frames = thread.getStackTrace();
    return thread.getState() != Thread.State.RUNNABLE
        || (frames.length > 0 && frames[0].isNativeMethod());
  }

  private static Thread start(Way way) throws ReflectiveOperationException {
    if (way == Way.VIRTUAL) {
      // by reflection, since it is compiled for Java 17
      return (Thread)
          Thread.class
              .getMethod("startVirtualThread", Runnable.class)
              .invoke(null, (Runnable) way::use);
    }
    Thread thread = new Thread(way::use, "user");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static Object create(Object object) {
    target = new WeakReference<>(object);
    STARTED.countDown();
    return object;
  }

  private static void await() {
    try {
      END.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
