package dev.tare.internal.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tare.internal.agent.Agent;
import dev.tare.internal.agent.Agent.AgentAccess;
import dev.tare.testing.WeavesOrWalks;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

@WeavesOrWalks
class RetransformationTests {

  /** A class that the loader of {@link NeedsMissing} does not find. */
  private static final class Missing {}

  @SuppressWarnings({"unused", "UnusedVariable"}) // linked only
  private static final class NeedsMissing {
    NeedsMissing(Missing missing) {}
  }

  /** Defines {@link NeedsMissing} again, without the class that it needs. */
  private static final class IncompleteLoader extends ClassLoader {

    IncompleteLoader() {
      super(RetransformationTests.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.equals(Missing.class.getName())) {
        throw new ClassNotFoundException(name);
      }
      return name.equals(NeedsMissing.class.getName())
          ? defineAgain(name)
          : super.loadClass(name, resolve);
    }

    private Class<?> defineAgain(String name) throws ClassNotFoundException {
      try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = file.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  private final List<List<String>> requests = new ArrayList<>();

  /** Returns an instrumentation that refuses a class, alone or with others. */
  private Instrumentation refusing(Class<?> refused) {
    return (Instrumentation)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) -> {
              List<Class<?>> types = List.of((Class<?>[]) arguments[0]);
              requests.add(types.stream().map(Class::getName).toList());
              if (types.contains(refused)) {
                throw new NoClassDefFoundError(refused.getName());
              }
              return null;
            });
  }

  @Test
  void classThatCannotBeLinkedIsRefusedBeforeOthersAreTransformed() throws Exception {
    Class<?> unlinkable = new IncompleteLoader().loadClass(NeedsMissing.class.getName());

    List<Class<?>> refused =
        Retransformation.apply(refusing(unlinkable), List.of(String.class, unlinkable));

    assertThat(refused).containsExactly(unlinkable);
    String first = unlinkable.getName();
    String second = String.class.getName();
    assertThat(requests).containsExactly(List.of(second, first), List.of(first), List.of(second));
  }

  @SuppressWarnings({"unused", "UnusedVariable"}) // its initializer fails
  private static final class Failing {
    static final Object NONE = List.of().get(0);
  }

  @Test
  void classWhoseInitializerFailedIsNotRefused() {
    assertThatThrownBy(() -> Class.forName(Failing.class.getName()))
        .isExactlyInstanceOf(ExceptionInInitializerError.class);
    Instrumentation own = ((AgentAccess.Granted) Agent.access()).instrumentation();

    assertThat(Retransformation.apply(own, List.of(Failing.class))).isEmpty();
  }
}
