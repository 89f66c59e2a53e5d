package dev.tare.examples;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tare.retained.MaxRetainedSize;
import java.util.HashMap;
import java.util.Map;

/**
 * A first test: one method, one annotation, no registration.
 *
 * <p>A service keeps each invoice that it has rendered. If its cache has no maximum, it grows with
 * every invoice.
 */
class Example00FirstTests {

  /** Renders invoices, and caches them by number. */
  static final class InvoiceService {

    private final Map<Integer, byte[]> cache;

    InvoiceService(Map<Integer, byte[]> cache) {
      this.cache = cache;
    }

    byte[] invoice(int number) {
      return cache.computeIfAbsent(number, InvoiceService::render);
    }

    private static byte[] render(int number) {
      return new byte[4_000 + number % 7];
    }
  }

  @org.junit.jupiter.api.Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    @MaxRetainedSize("512 KiB")
    InvoiceService keepsRecentInvoices() {
      InvoiceService service = new InvoiceService(new HashMap<>());
      for (int number = 1_000; number < 2_000; number++) {
        service.invoice(number);
      }
      return service;
    }
    // end::wrong[]
  }

  @MaxRetainedSize("512 KiB")
  InvoiceService keepsRecentInvoices() {
    Map<Integer, byte[]> cache =
        Caffeine.newBuilder()
            .maximumSize(100)
            .executor(Runnable::run)
            .<Integer, byte[]>build()
            .asMap();
    InvoiceService service = new InvoiceService(cache);
    for (int number = 1_000; number < 2_000; number++) {
      service.invoice(number);
    }
    return service;
  }
}
