package dev.tare.benchmarks.survival;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A way in which a program keeps an object alive. */
enum Leak {
  STATIC_MAP {
    @Override
    void hold(Object object) {
      MAP.put("key", object);
    }

    @Override
    void release() {
      MAP.clear();
    }
  },
  LISTENER {
    @Override
    void hold(Object object) {
      LISTENERS.add(object::hashCode);
    }

    @Override
    void release() {
      LISTENERS.clear();
    }
  },
  THREAD_LOCAL {
    @Override
    void hold(Object object) {
      LOCAL.set(object);
    }

    @Override
    void release() {
      LOCAL.remove();
    }
  },
  SHUTDOWN_HOOK {
    @Override
    void hold(Object object) {
      Thread hook = new Thread(object::hashCode);
      HOOKS.add(hook);
      Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    void release() {
      HOOKS.forEach(Runtime.getRuntime()::removeShutdownHook);
      HOOKS.clear();
    }
  };

  private static final Map<String, Object> MAP = new HashMap<>();
  private static final List<Runnable> LISTENERS = new ArrayList<>();
  private static final ThreadLocal<Object> LOCAL = new ThreadLocal<>();
  private static final List<Thread> HOOKS = new ArrayList<>();

  abstract void hold(Object object);

  abstract void release();

  /** Creates an object and keeps it alive. */
  Object plant() {
    Object object = new byte[1_000];
    hold(object);
    return object;
  }
}
