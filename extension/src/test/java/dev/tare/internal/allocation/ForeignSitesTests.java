package dev.tare.internal.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.body.TestBody;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.internal.call.CompiledModule;
import dev.tare.internal.call.CopyingLoader;
import dev.tare.internal.call.TestBodies;
import dev.tare.model.Breakdown;
import dev.tare.model.Breakdown.Row;
import dev.tare.model.Figure;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Sampling;
import dev.tare.testing.WeavesOrWalks;
import dev.tare.unit.DataSize;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Breakdowns of tests that another class loader or another module defines. */
@Isolated("weaves the classes of all tests")
@WeavesOrWalks
class ForeignSitesTests {

  private static final String SOURCE =
      """
      package sample;

      public final class Supplying implements java.util.function.Supplier<Object> {
        @Override
        public Object get() {
          return new Sample();
        }
      }

      class Sample {
        Object make() {
          Object boxed = Integer.valueOf(1000);
          return new Object[] {new byte[1000], boxed};
        }
      }
      """;

  static final class LoadedFixture {
    Object make() {
      return new Object[] {new byte[1000], new Object()};
    }
  }

  @Test
  void classOfALoaderWithoutALocationHasRows() throws Exception {
    Object target = new CopyingLoader(LoadedFixture.class).instance(LoadedFixture.class);
    assertThat(target.getClass()).isNotEqualTo(LoadedFixture.class);

    assertThat(rows(target))
        .extracting(Row::type)
        .contains("byte[]", "java.lang.Object[]", "java.lang.Object");
    assertThat(rows(target))
        .allMatch(row -> row.where().startsWith("ForeignSitesTests.LoadedFixture.make("));
  }

  @Test
  void classInAnOpenModuleHasRows(@TempDir Path folder) throws Exception {
    Object target =
        CompiledModule.instance(
            folder,
            "module opened { opens sample;"
                + " provides java.util.function.Supplier with sample.Supplying; }",
            SOURCE);
    assertThat(target.getClass().getModule().isNamed()).isTrue();

    assertThat(rows(target))
        .extracting(Row::type)
        .containsExactlyInAnyOrder("byte[]", "java.lang.Object[]", "java.lang.Integer (boxing)");
    assertThat(rows(target)).allMatch(row -> row.where().startsWith("Sample.make(Supplying.java:"));
  }

  private static List<Row> rows(Object target) throws Exception {
    TestBody body = TestBodies.of(target, target.getClass().getDeclaredMethod("make"));
    Observed nothing =
        Observed.exact(
            new Figure("bytes", "bytes", true),
            new DataSize(0),
            Sampling.single(new DataSize(0)),
            List.of());
    AllocationCounter counter = AllocationCounters.currentThread().orElseThrow();
    Observed explained =
        new AllocationSites(counter, List.of(target), ClassOrigin.APPLICATION)
            .explain(nothing, body);
    assertThat(explained.distortions()).isEmpty();
    Breakdown breakdown = Objects.requireNonNull(explained.breakdown());
    return breakdown.rows();
  }
}
