package dev.tare.internal.attach;

import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import org.jspecify.annotations.Nullable;
import org.mockito.Mockito;

/** A JVM with a mocked class. For each line of its input, it calls the mock and the real object. */
public final class MockProbe {

  private MockProbe() {}

  public static void main(String[] arguments) {
    Service real = new Service();
    Service mock = Mockito.mock(Service.class, Mockito.withSettings().stubOnly());
    System.out.println("ready");
    Scanner in = new Scanner(System.in, StandardCharsets.UTF_8);
    while (in.hasNextLine()) {
      in.nextLine();
      for (int i = 0; i < 10; i++) {
        Caller.call(real, mock);
      }
      System.out.println("done");
    }
  }

  static final class Caller {

    private Caller() {}

    static void call(Service real, Service mock) {
      real.serve();
      mock.serve();
      Service.kept = new Service();
    }
  }

  static class Service {

    static @Nullable Object kept;

    void serve() {
      kept = new byte[100];
    }
  }
}
