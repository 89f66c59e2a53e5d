package dev.tare.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.util.concurrent.MoreExecutors;
import dev.tare.retained.MaxRetainedSize;
import dev.tare.retained.Retained;
import java.util.List;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

/**
 * An ordinary test with assertions that hands a value over, which is measured at its end.
 *
 * <p>A cache without a maximum is a leak with a good hit rate. The budget limits the cache after
 * every row was looked up once.
 */
class Example05CacheTests {

  // tag::right[]
  @Test
  void cacheEvictsBeyondItsMaximum(
      @MaxRetainedSize("32 KiB") Retained<Cache<String, List<String>>> retained) {
    // evicts on this thread, not some time later on another
    Cache<String, List<String>> cache =
        Caffeine.newBuilder().maximumSize(50).executor(Runnable::run).build();

    TimeZones.ROWS.forEach(row -> cache.get(row, Example05CacheTests::columns));
    cache.cleanUp();

    assertThat(cache.estimatedSize()).isEqualTo(50);
    retained.hold(cache);
  }

  // end::right[]

  static List<String> columns(String row) {
    return List.of(row.split("\t"));
  }

  @Disabled("fails on purpose")
  static class Failing {

    // tag::wrong[]
    @Test
    void forgetsNothing(@MaxRetainedSize("32 KiB") Retained<Cache<String, List<String>>> retained) {
      Cache<String, List<String>> cache =
          Caffeine.newBuilder().executor(MoreExecutors.directExecutor()).build();

      TimeZones.ROWS.forEach(row -> cache.get(row, Example05CacheTests::columns));

      retained.hold(cache);
    }
    // end::wrong[]
  }
}
