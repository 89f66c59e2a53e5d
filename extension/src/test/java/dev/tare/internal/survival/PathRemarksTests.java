package dev.tare.internal.survival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tare.heap.RootPath;
import dev.tare.model.Remark;
import java.util.List;
import org.junit.jupiter.api.Test;

class PathRemarksTests {

  // the page begins a path where a remark has this fact
  @Test
  void pathBeginsWithItsRoot() {
    RootPath path =
        new RootPath(
            RootPath.RootKind.STATIC_FIELD,
            "com.shop.Sessions.OPEN",
            "com.shop.Session",
            List.of(new RootPath.Step(".next", "com.shop.Session")),
            null);

    assertThat(PathRemarks.of(path))
        .extracting(Remark::text, remark -> remark.facts().containsKey("root"))
        .containsExactly(
            tuple("static field com.shop.Sessions.OPEN", true),
            tuple(".next  com.shop.Session", false));
  }

  @Test
  void fieldsOfTheApplicationAreMarked() {
    String own = PathRemarksTests.class.getName();
    RootPath path =
        new RootPath(
            RootPath.RootKind.STATIC_FIELD,
            "com.library.Registry.ALL",
            "org.junit.jupiter.api.AssertionsKt",
            List.of(
                new RootPath.Step(".library", own),
                new RootPath.Step(".own", own + "$$Lambda"),
                new RootPath.Step(".arg$1", "java.lang.Object[]"),
                new RootPath.Step("[3]", "com.gone.Unknown"),
                new RootPath.Step(".unknown", own)),
            null);

    assertThat(PathRemarks.steps(path))
        .filteredOn(step -> step.facts().containsKey(Remark.OF_THE_APPLICATION))
        .extracting(step -> step.facts().get("reference"))
        .containsExactly(".own", ".arg$1");
  }
}
