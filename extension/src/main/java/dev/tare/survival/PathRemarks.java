package dev.tare.survival;

import dev.tare.heap.RootPath;
import dev.tare.model.Remark;
import java.util.ArrayList;
import java.util.List;

/** Remarks on the references that hold an object, one for each reference. */
final class PathRemarks {

  /** Maximum number of references in the report; a message shows fewer. */
  private static final int MAX_REFERENCES = 40;

  private static final String TEST_OBJECT = "test object";

  private PathRemarks() {}

  /**
   * Returns a remark for the root and for each reference of a path, and one on what a walk without
   * the last reference of the application found. The middle of a long path is left out.
   */
  static List<Remark> of(RootPath path) {
    List<Remark> remarks = new ArrayList<>();
    String root = ofTheTest((path.kind().noun() + " " + path.root()).strip());
    remarks.add(Remark.of(Remark.HELD_BY, "{root}", root)); // where a path of the page begins
    path.steps()
        .forEach(
            step ->
                remarks.add(
                    Remark.of(
                        Remark.HELD_BY, "{reference}  {type}", step.reference(), step.type())));
    int hidden = path.steps().size() - MAX_REFERENCES;
    if (hidden > 0) {
      remarks.subList(MAX_REFERENCES / 2, MAX_REFERENCES / 2 + hidden).clear();
      remarks.add(MAX_REFERENCES / 2, heldBy("... " + hidden + " more"));
    }
    RootPath.Cut cut = path.cut();
    if (cut != null) {
      remarks.add(
          cut.stillHeldBy() == null
              ? Remark.of(Remark.WOULD_GO, "without {reference}", cut.reference())
              : Remark.of(Remark.ALSO_HELD, "by {other}", ofTheTest(cut.stillHeldBy())));
    }
    return remarks;
  }

  /** Returns the remark if no path was found. */
  static Remark noPath() {
    return heldBy("nothing that a walk can see: a local variable or native code");
  }

  private static Remark heldBy(String text) {
    return Remark.of(Remark.HELD_BY, "{holder}", text);
  }

  private static String ofTheTest(String path) {
    return path.replaceFirst("^" + RootPath.RootKind.EXTRA_ROOT.noun() + " ", TEST_OBJECT + " ");
  }
}
