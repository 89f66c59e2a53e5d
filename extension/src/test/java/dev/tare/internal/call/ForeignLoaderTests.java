package dev.tare.internal.call;

import static dev.tare.internal.call.Bodies.direct;
import static dev.tare.internal.call.Bodies.method;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tare.body.TestBody;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import org.junit.jupiter.api.Test;

/** Test classes of another class loader, and therefore of another unnamed module. */
class ForeignLoaderTests {

  static class Loaded {

    private int calls;

    Object self() {
      calls++;
      return this;
    }

    int calls() {
      return calls;
    }

    @SuppressWarnings("UnusedMethod") // called, though not by a stub
    private String secret() {
      return "private";
    }
  }

  public interface Named {
    String name();

    default String greeting() {
      return "I am " + name();
    }
  }

  static class Naming implements Named {
    @Override
    public String name() {
      return "naming";
    }
  }

  private static final int COLLECTIONS = 500;
  private static final int MILLIS_FOR_THE_QUEUE = 200;

  @Test
  void methodsOfAnotherLoaderAreCalledDirectly() throws Throwable {
    Object target = new CopyingLoader(Loaded.class).instance(Loaded.class);
    TestBody body = direct(target, "self");
    body.run();
    body.repeat(2);
    body.fresh().fresh().run();
    assertThat(body.lastResult()).isSameAs(target);
    assertThat(direct(target, "calls").call()).isEqualTo(4);
  }

  @Test
  void methodsOfAnotherLoaderAreCalledDirectlyThroughAnInterface() throws Throwable {
    Object target = new CopyingLoader(Naming.class).instance(Naming.class);
    assertThat(TestBodies.of(target, method(Named.class, "greeting")).call())
        .isEqualTo("I am naming");
  }

  @Test
  void privateMethodsOfAnotherLoaderAreRefused() throws Throwable {
    Object target = new CopyingLoader(Loaded.class).instance(Loaded.class);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> direct(target, "secret"))
        .withMessageContaining("is private and in another module");
  }

  @Test
  void stubsCanBeUnloaded() throws Throwable {
    ReferenceQueue<ClassLoader> unloaded = new ReferenceQueue<>();
    Reference<ClassLoader> loader = stubInDiscardedLoader(unloaded);
    Reference<? extends ClassLoader> collected = null;
    for (int i = 0; i < COLLECTIONS && collected == null; i++) {
      System.gc();
      collected = unloaded.remove(MILLIS_FOR_THE_QUEUE);
    }
    assertThat((Object) collected).isSameAs(loader);
  }

  private static Reference<ClassLoader> stubInDiscardedLoader(ReferenceQueue<ClassLoader> unloaded)
      throws Throwable {
    CopyingLoader loader = new CopyingLoader(Loaded.class);
    Object target = loader.instance(Loaded.class);
    TestBody body = direct(target, "self");
    body.run();
    body.fresh().run();
    return new PhantomReference<>(loader, unloaded);
  }
}
