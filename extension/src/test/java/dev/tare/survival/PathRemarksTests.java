package dev.tare.survival;

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
}
