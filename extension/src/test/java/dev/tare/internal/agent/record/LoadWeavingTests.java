package dev.tare.internal.agent.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.AgentAccess;
import dev.tare.internal.agent.record.LoadWeaving.ActivityBytes;
import dev.tare.internal.agent.record.LoadWeaving.LoadedBytes;
import dev.tare.internal.agent.weave.ClassWeaver;
import dev.tare.internal.allocation.AllocationCounters;
import dev.tare.testing.WeavesOrWalks;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import javassist.bytecode.ClassFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("changes the class loaders of all tests")
@WeavesOrWalks
class LoadWeavingTests {

  private static final ThreadMXBean BEAN = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final Number BYTES = AllocationCounters.threadBytes().orElseThrow();

  private final Instrumentation instrumentation =
      ((AgentAccess.Granted) Agent.access()).instrumentation();

  private byte[] sink = {};

  @Test
  void loadedBytesAreThoseOfClassLoadersOnly() throws Exception {
    new DefiningLoader("warm.").loadClass("warm.A");
    DefiningLoader loader = new DefiningLoader("made.");
    long loading;
    List<String> names = List.of("made.A", "made.B"); // a string constant is created on first use
    try (LoadWeaving weaving = LoadWeaving.open(instrumentation, BYTES)) {
      weaving.start();
      sink = new byte[1000];
      long before = BEAN.getCurrentThreadAllocatedBytes();
      loader.loadClass(names.get(0));
      loader.loadClass(names.get(1));
      loading = BEAN.getCurrentThreadAllocatedBytes() - before;
      sink = new byte[1000];
      weaving.stop();

      assertThat(weaving.loaded()).isEqualTo(new ActivityBytes(loading, 2));
      assertThat(weaving.linked()).isEqualTo(new ActivityBytes(0, 0));
    }
    assertThat(loading).isGreaterThan(1000);
  }

  @Test
  void delegatedClassCountsOnce() throws Exception {
    new DelegatingLoader(new DefiningLoader("warm.")).loadClass("warm.A");
    DelegatingLoader loader = new DelegatingLoader(new DefiningLoader("made."));
    try (LoadWeaving weaving = LoadWeaving.open(instrumentation, BYTES)) {
      weaving.start();
      loader.loadClass("made.A");
      weaving.stop();

      assertThat(weaving.loaded().count()).isEqualTo(1);
    }
  }

  @Test
  void loadedClassesAreNamedWithTheirBytes() throws Exception {
    new DelegatingLoader(new DefiningLoader("warm.")).loadClass("warm.A");
    DelegatingLoader loader = new DelegatingLoader(new DefiningLoader("made."));
    try (LoadWeaving weaving = LoadWeaving.open(instrumentation, BYTES)) {
      for (int round = 0; round < 2; round++) {
        weaving.start();
        for (String name : round == 0 ? List.of("made.A", "made.B") : List.of("made.C")) {
          loader.loadClass(name);
          loader.loadClass(name); // loaded already
        }
        weaving.stop();

        assertThat(weaving.classes())
            .extracting(LoadedBytes::name)
            .containsExactlyInAnyOrderElementsOf(
                round == 0 ? List.of("made.A", "made.B") : List.of("made.C"));
        assertThat(weaving.classes()).allMatch(loaded -> loaded.bytes() > 100);
        assertThat(weaving.classes().stream().mapToLong(LoadedBytes::bytes).sum())
            .isLessThanOrEqualTo(weaving.loaded().bytes())
            .isGreaterThan(weaving.loaded().bytes() - 500); // lookups of classes loaded before
      }
    }
  }

  @Test
  void loadingEndsWhenAClassLoaderThrows() throws Exception {
    DefiningLoader loader = new DefiningLoader("made.");
    try (LoadWeaving weaving = LoadWeaving.open(instrumentation, BYTES)) {
      weaving.start();
      boolean found = loader.has("other.A");
      sink = new byte[1_000_000];
      loader.loadClass("made.A"); // would otherwise count the array as part of the failed load
      weaving.stop();

      assertThat(found).isFalse();
      assertThat(weaving.loaded().count()).isEqualTo(1);
      assertThat(weaving.loaded().bytes()).isBetween(1L, 900_000L);
    }
  }

  @Test
  void linkedBytesAreThoseOfLinkage() throws Exception {
    try (LoadWeaving weaving = LoadWeaving.open(instrumentation, BYTES)) {
      weaving.start();
      long before = BEAN.getCurrentThreadAllocatedBytes();
      Supplier<Object> lambda = () -> sink;
      long around = BEAN.getCurrentThreadAllocatedBytes() - before;
      weaving.stop();

      assertThat(lambda.get()).isSameAs(sink);
      ActivityBytes linked = weaving.linked();
      assertThat(linked.count()).isBetween(1L, 20L);
      assertThat(linked.bytes()).isBetween(around * 9 / 10, around - 16);
    }
  }

  @Test
  void otherThreadsDoNotCount() throws Exception {
    Thread other = new Thread(() -> new DefiningLoader("made.").has("made.A"));
    try (LoadWeaving weaving = LoadWeaving.open(instrumentation, BYTES)) {
      weaving.start();
      other.start();
      other.join();
      weaving.stop();

      assertThat(weaving.loaded().count()).isZero();
    }
  }

  @Test
  void closingRestoresTheClassLoaders() throws Exception {
    LoadWeaving weaving = LoadWeaving.open(instrumentation, BYTES);
    weaving.close();

    weaving.start();
    new DefiningLoader("made.").loadClass("made.A");
    weaving.stop();

    assertThat(weaving.loaded()).isEqualTo(new ActivityBytes(0, 0));
  }

  @Test
  void weavingKeepsParameterNames() throws Exception {
    assertThat(parameter()).isEqualTo("name");

    try (LoadWeaving weaving = LoadWeaving.open(instrumentation, BYTES)) {
      assertThat(weaving.loaded().count()).isNotNegative();
      assertThat(parameter()).isEqualTo("name");
    }

    assertThat(parameter()).isEqualTo("name");
  }

  private static String parameter() throws NoSuchMethodException {
    return DelegatingLoader.class.getMethod("loadClass", String.class).getParameters()[0].getName();
  }

  @Test
  void closingLetsOtherBodiesBeJudged() throws Exception {
    LoadWeaving.open(instrumentation, BYTES).close();

    FutureTask<Boolean> judged = new FutureTask<>(LoadWeavingTests::judge);
    Thread other = new Thread(judged);
    other.start();

    assertThat(judged.get()).isTrue();
  }

  private static boolean judge() {
    WeavingLock.judging().unlock();
    return true;
  }

  /** Defines an empty class for each name with a prefix. */
  private static final class DefiningLoader extends ClassLoader {

    private final String prefix;

    DefiningLoader(String prefix) {
      super(null);
      this.prefix = prefix;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (!name.startsWith(prefix)) {
        throw new ClassNotFoundException(name);
      }
      try {
        byte[] bytes = ClassWeaver.write(new ClassFile(false, name, Object.class.getName()));
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    boolean has(String name) {
      try {
        loadClass(name);
        return true;
      } catch (ClassNotFoundException e) {
        return false;
      }
    }
  }

  /** Delegates to another loader. */
  private static final class DelegatingLoader extends ClassLoader {

    private final ClassLoader other;

    DelegatingLoader(ClassLoader other) {
      super(null);
      this.other = other;
    }

    @Override
    public Class<?> loadClass(String name) throws ClassNotFoundException {
      return other.loadClass(name);
    }
  }
}
