package dev.tare.internal.agent.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess;
import dev.tare.internal.agent.weave.ClassSelection.ClassIdentity;
import dev.tare.internal.agent.weave.RecorderClass;
import dev.tare.testing.WeavesOrWalks;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import javassist.bytecode.ClassFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Isolated("weaves classes")
@WeavesOrWalks
class WeavingTests {

  private final Instrumentation instrumentation =
      ((AgentAccess.Granted) Agent.access()).instrumentation();

  static Stream<Throwable> failuresOfAWeaver() {
    return Stream.of(
        new StackOverflowError(),
        new NoClassDefFoundError("javassist/bytecode/StackMapTable"),
        new OutOfMemoryError("an attribute of 2 GB"),
        new IllegalStateException("a broken class file"));
  }

  @ParameterizedTest
  @MethodSource("failuresOfAWeaver")
  void loadedClassWhoseWeaverFailsIsReported(Throwable failure) throws Exception {
    FailingWeaving weaving = new FailingWeaving(failure, LoadedFixture.class.getName());
    Class.forName(LoadedFixture.class.getName());

    try (weaving) {
      weaving.open();
      assertThat(weaving.classes()).isZero();
    }

    assertThat(weaving.failed).containsExactly(LoadedFixture.class.getName());
    assertThat(new LoadedFixture().value()).isEqualTo(1);
  }

  @Test
  void classThatIsLoadedLaterAndWhoseWeaverFailsIsReported() throws Exception {
    String later = WeavingTests.class.getName() + "$1LaterFixture";
    FailingWeaving weaving = new FailingWeaving(new StackOverflowError(), later);

    try (weaving) {
      weaving.open();
      assertThat(new OwnLoader(later).loadClass(later).getName()).isEqualTo(later);
      assertThat(weaving.classes()).isZero();
    }

    assertThat(weaving.failed).containsExactly(later);
  }

  /** Fails to weave one class. */
  private final class FailingWeaving extends Weaving {

    private final Throwable failure;
    private final String type;
    final Set<String> failed = new HashSet<>();

    FailingWeaving(Throwable failure, String type) throws Exception {
      super(WeavingTests.this.instrumentation, RecorderClass.ALL_THREADS);
      this.failure = failure;
      this.type = type;
    }

    @Override
    boolean includes(ClassIdentity found, @Nullable ProtectionDomain domain) {
      return found.name().equals(type);
    }

    @Override
    boolean weave(ClassIdentity found, @Nullable ProtectionDomain domain, ClassFile file) {
      if (failure instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) failure;
    }

    @Override
    void failed(ClassIdentity found) {
      failed.add(found.name());
    }
  }

  private static final class LoadedFixture {
    int value() {
      return 1;
    }
  }

  static Object later() {
    final class LaterFixture {}
    return new LaterFixture();
  }

  /** Defines one class itself, so that each loader has its own. */
  private static final class OwnLoader extends ClassLoader {

    private final String own;

    OwnLoader(String own) {
      super(WeavingTests.class.getClassLoader());
      this.own = own;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      return name.equals(own) ? define(name) : super.loadClass(name, resolve);
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (var in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = in == null ? new byte[0] : in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
