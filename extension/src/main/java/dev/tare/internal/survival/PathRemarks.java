package dev.tare.internal.survival;

import dev.tare.heap.RootPath;
import dev.tare.heap.RootPath.Step;
import dev.tare.internal.agent.weave.ClassOrigins;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.model.Remark;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Remarks on the references that lead to an object, one for each reference. */
public final class PathRemarks {

  /** Maximum number of references in the report; a message shows fewer. */
  private static final int MAX_REFERENCES = 40;

  private static final String TEST_OBJECT = "test object ";

  private static final String EXTRA_ROOT = "^" + RootPath.RootKind.EXTRA_ROOT.noun() + " ";

  /** Path through Tare's own objects, which lead to the stores of JUnit. */
  private static final String TO_JUNIT = EXTRA_ROOT + "dev\\.tare\\.internal\\..*";

  private PathRemarks() {}

  /**
   * Returns a remark for the root and for each reference of a path, and one on what a walk without
   * the last reference of the application found. The middle of a long path is left out.
   */
  public static List<Remark> of(RootPath path) {
    List<Remark> remarks = new ArrayList<>();
    String root = ofTheTest((path.kind().noun() + " " + path.root()).strip(), TEST_OBJECT);
    remarks.add(Remark.of(Remark.HELD_BY, "{root}", root)); // where a path of the page begins
    remarks.addAll(steps(path));
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
              : Remark.of(
                  Remark.ALSO_HELD, "by {other}", ofTheTest(cut.stillHeldBy(), TEST_OBJECT)));
    }
    return remarks;
  }

  /**
   * Returns a remark for each reference of a path. Fields of the application are marked, since they
   * tell more than those of libraries.
   */
  public static List<Remark> steps(RootPath path) {
    ClassOrigins application = new ClassOrigins(List.of(), ClassOrigin.APPLICATION);
    List<Remark> remarks = new ArrayList<>();
    String holder = path.type();
    for (Step step : path.steps()) {
      Map<String, Object> facts = new LinkedHashMap<>();
      facts.put("reference", step.reference());
      facts.put("type", step.type());
      if (includes(application, holder)) {
        facts.put(Remark.OF_THE_APPLICATION, "true");
      }
      remarks.add(new Remark(Remark.HELD_BY, "{reference}  {type}", facts));
      holder = step.type();
    }
    return remarks;
  }

  /** Returns whether a class was loaded from a folder, as the code under development is. */
  private static boolean includes(ClassOrigins application, String type) {
    String name = type.replaceFirst("\\$\\$Lambda.*", "");
    try {
      return application.includes(
          Class.forName(name, false, Thread.currentThread().getContextClassLoader()));
    } catch (ClassNotFoundException | LinkageError e) {
      return false; // an array, or a class of another loader
    }
  }

  /** Returns the remark if no path was found. */
  public static Remark noPath() {
    return heldBy("nothing that a walk can see: a local variable or native code");
  }

  private static Remark heldBy(String text) {
    return Remark.of(Remark.HELD_BY, "{holder}", text);
  }

  /**
   * Returns the text of a path that may begin at an object of the test or at a store of JUnit.
   *
   * @param noun what is written before the class of an object of the test
   */
  public static String ofTheTest(String path, String noun) {
    return path.replaceFirst(TO_JUNIT, "a store of JUnit").replaceFirst(EXTRA_ROOT, noun);
  }
}
