package dev.tare.survival;

import dev.tare.heap.Holder;
import dev.tare.heap.RootPath;
import dev.tare.heap.RootPath.Step;
import dev.tare.model.Remark;
import java.util.ArrayList;
import java.util.List;

/** Remarks on the references that hold an object, one for each reference. */
final class PathRemarks {

  /** Maximum number of references at each end of a path in the report; a message shows fewer. */
  private static final int MAX_AT_EACH_END = 20;

  private static final String TEST_OBJECT = "test object";

  private PathRemarks() {}

  /**
   * Returns a remark for the root and for each reference of a path, and one on what a walk without
   * the last reference of the application found.
   */
  static List<Remark> of(RootPath path) {
    List<Remark> remarks = new ArrayList<>();
    remarks.add(
        Remark.of(Remark.HELD_BY, "{root}", (noun(path.kind()) + " " + path.root()).strip()));
    List<Step> steps = path.steps();
    int hidden = steps.size() - 2 * MAX_AT_EACH_END;
    for (int i = 0; i < steps.size(); i++) {
      if (hidden > 1 && i == MAX_AT_EACH_END) {
        remarks.add(Remark.of(Remark.HELD_BY, "... {references} more", hidden));
        i += hidden;
      }
      remarks.add(step(i == 0 ? path.type() : steps.get(i - 1).type(), steps.get(i)));
    }
    RootPath.Cut cut = path.cut();
    if (cut != null) {
      remarks.add(cutRemark(cut));
    }
    return remarks;
  }

  /** Returns the remark if no path was found. */
  static Remark noPath() {
    return Remark.of(
        Remark.HELD_BY, "nothing that a walk can see: a local variable or native code");
  }

  private static String noun(Holder.RootKind kind) {
    return kind == Holder.RootKind.EXTRA_ROOT ? TEST_OBJECT : kind.noun();
  }

  private static Remark step(String holder, Step step) {
    boolean isCaptured = holder.contains("$$Lambda") && step.reference().startsWith(".arg$");
    return Remark.of(
        Remark.HELD_BY,
        "{reference}  {type}" + (isCaptured ? ", captured by the lambda" : ""),
        step.reference(),
        step.type());
  }

  private static Remark cutRemark(RootPath.Cut cut) {
    return cut.stillHeldBy() == null
        ? Remark.of(Remark.WOULD_GO, "without {reference}", cut.reference())
        : Remark.of(Remark.ALSO_HELD, "by {other}", ofTheTest(cut.stillHeldBy()));
  }

  private static String ofTheTest(String path) {
    return path.replaceFirst("^" + Holder.RootKind.EXTRA_ROOT.noun() + " ", TEST_OBJECT + " ");
  }
}
