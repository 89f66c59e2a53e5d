package dev.tare.survival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.heap.RootPath;
import dev.tare.heap.RootPath.RootKind;
import dev.tare.model.Remark;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PathRemarksTests {

  private static Remark cut(@Nullable String stillHeldBy) {
    RootPath path =
        new RootPath(
            RootKind.STATIC_FIELD,
            "com.shop.Sessions.OPEN",
            "com.shop.Session",
            List.of(),
            new RootPath.Cut("com.shop.Sessions.OPEN", stillHeldBy));
    List<Remark> remarks = PathRemarks.of(path);
    return remarks.get(remarks.size() - 1);
  }

  @Test
  void onlyReferenceIsTheOneWithoutWhichTheObjectWouldGo() {
    assertThat(cut(null).id()).isEqualTo(Remark.WOULD_GO);
    assertThat(cut(null).text()).isEqualTo("without com.shop.Sessions.OPEN");
  }

  @Test
  void otherHolderIsNamedInARowOfItsOwn() {
    Remark remark = cut("thread \"main\" .contextClassLoader");

    assertThat(remark.id()).isEqualTo(Remark.ALSO_HELD);
    assertThat(remark.text()).isEqualTo("by thread \"main\" .contextClassLoader");
  }
}
