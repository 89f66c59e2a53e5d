package dev.tare.benchmarks.survival;

import dev.tare.heap.Holder;
import dev.tare.heap.ObjectGraph;
import dev.tare.heap.RootPath;
import dev.tare.internal.heap.hprof.DumpSearch;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.ObjectSizes;
import dev.tare.internal.heap.memory.ReferencePolicy;
import dev.tare.internal.heap.walk.HeapRoots;
import dev.tare.internal.heap.walk.PathSearch;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import shark.LeakTrace;
import shark.LeakTraceReference;

/**
 * Paths to the leaked object of every leak shape of the extension's tests and of every weaker
 * shape: by Tare's walk, by its reader of heap dumps, and by LeakCanary's Shark on the same dump,
 * with the times of the last two.
 *
 * <p>The shapes are test classes of the extension, so that they are loaded by name. Shark's paths
 * have every object here, those within collections included.
 */
public final class ShapeComparison {

  private static final String SHAPES = "dev.tare.workloads.LeakShape";
  private static final String STATIC = "static field";
  private static final String LOCAL = "local variable";

  /** Shark's name for the root that a thread is. */
  private static final String THREAD = "thread object";

  /** Difference between Shark's path and Tare's. */
  private enum Difference {
    /** No difference: equal references from the same root. */
    NONE("the same"),
    /** A static field is a root for Tare; Shark comes to its class along a path. */
    WAY_TO_THE_CLASS("the same from the class on"),
    /** Equal from the class on, but over another of two fields that refer to one object. */
    OTHER_FIELD("as long from the class on"),
    /** A path from a thread, which is not shorter than Tare's from the static field's object. */
    FROM_A_THREAD("from a thread, not shorter"),
    /** Both name one local variable, which a walk does not see. */
    LOCAL_VARIABLE("the same, not found by a walk"),
    /** Shark follows no object to its class. */
    THROUGH_THE_CLASS("missing, since it leads from an object to its class"),
    /** Only a walk sees the path: a dump lacks the fields of classes. */
    NOT_IN_A_DUMP("not in a dump"),
    /** The object is in the dump, and neither follows the references of finalizers. */
    NO_PATH("missing, as Tare's"),
    /** Unexplained. */
    WRONG("DIFFERENT");

    private final String text;

    Difference(String text) {
      this.text = text;
    }

    /** Returns whether the two paths need not be shown. */
    boolean isPlain() {
      return this == NONE || this == WAY_TO_THE_CLASS || this == NO_PATH;
    }
  }

  /**
   * A path.
   *
   * @param root the kind of its root
   * @param references the references from the root on; that of a static field is the first
   */
  private record Trace(String root, List<String> references) {

    /** Shark counts the elements of an array without those that are null. */
    private static final String ELEMENT = "[*]";

    /** What follows the name of a class in the type of an object that is this class. */
    private static final String CLASS = ".class";

    static Trace of(RootPath path) {
      List<String> references = new ArrayList<>();
      if (path.kind() == Holder.RootKind.STATIC_FIELD) {
        references.add(path.root());
      } else if (path.kind() == Holder.RootKind.LOCAL_VARIABLE) {
        references.add(LOCAL);
      }
      String holder = path.type();
      for (RootPath.Step step : path.steps()) {
        references.add(reference(holder, step.reference()));
        holder = step.type();
      }
      boolean isLocal = path.kind() == Holder.RootKind.LOCAL_VARIABLE;
      return new Trace(isLocal ? LOCAL : path.kind().noun(), references);
    }

    /** Returns a reference's name, with the class for a static field of it. */
    private static String reference(String holder, String name) {
      if (name.startsWith("[")) {
        return ELEMENT;
      }
      return holder.endsWith(CLASS)
          ? holder.substring(0, holder.length() - CLASS.length()) + name
          : name;
    }

    static Trace of(LeakTrace trace) {
      return new Trace(
          rootOf(trace), trace.getReferencePath().stream().map(Trace::reference).toList());
    }

    private static String rootOf(LeakTrace trace) {
      return trace.getGcRootType().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String reference(LeakTraceReference reference) {
      return switch (reference.getReferenceType()) {
        case STATIC_FIELD -> reference.getOwningClassName() + "." + reference.getReferenceName();
        case ARRAY_ENTRY -> ELEMENT;
        case INSTANCE_FIELD -> "." + reference.getReferenceName();
        case LOCAL -> LOCAL;
      };
    }

    /** Returns the references from a static field on; none if it is not among them. */
    List<String> from(String field) {
      int start = references.indexOf(field);
      return start < 0 ? List.of() : references.subList(start, references.size());
    }

    String last() {
      return references.get(references.size() - 1);
    }
  }

  /**
   * A way to keep an object alive.
   *
   * @param type the name of the object's class
   * @param held whether a reference that a path may contain holds it
   * @param softly whether that is a soft reference
   */
  private record Shape(
      String name, String type, boolean held, boolean softly, Planting plant, Clearing clear) {

    static Shape of(WeakerShape shape) {
      return new Shape(
          shape.toString(),
          shape.type(),
          shape != WeakerShape.FINALIZER_THAT_WAITS,
          shape.isSoft(),
          shape::plant,
          shape::clear);
    }
  }

  /** Creates a leak in a frame of its own, so that no other local variable holds the object. */
  private interface Planting {
    WeakReference<Object> plant() throws Throwable;
  }

  private interface Clearing {
    void clear() throws Throwable;
  }

  private final List<Shape> shapes = new ArrayList<>();
  private final List<Double> times = new ArrayList<>();
  private final List<Double> sharkTimes = new ArrayList<>();

  private ShapeComparison() throws ReflectiveOperationException {
    Class<?> type = Class.forName(SHAPES);
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    MethodHandle plant = lookup.findVirtual(type, "plant", MethodType.methodType(Object.class));
    MethodHandle clear = lookup.findVirtual(type, "clear", MethodType.methodType(void.class));
    for (Object shape : type.getEnumConstants()) {
      shapes.add(
          new Shape(
              shape.toString(),
              SHAPES + "$Session",
              true,
              false,
              () -> new WeakReference<>((Object) plant.invoke(shape)),
              () -> clear.invoke(shape)));
    }
    Stream.of(WeakerShape.values()).map(Shape::of).forEach(shapes::add);
  }

  /** Prints a row for each shape; exits with 1 if a difference has no explanation. */
  public static void main(String[] arguments) throws Throwable {
    Map<Difference, Integer> numbers = new EnumMap<>(Difference.class);
    ShapeComparison comparison = new ShapeComparison();
    for (Shape shape : comparison.shapes) {
      numbers.merge(comparison.compare(shape), 1, Integer::sum);
    }
    comparison.printTimes();
    System.exit(numbers.isEmpty() || numbers.containsKey(Difference.WRONG) ? 1 : 0);
  }

  private Difference compare(Shape shape) throws Throwable {
    WeakReference<Object> target = shape.plant.plant();
    Optional<RootPath> dumped;
    List<LeakTrace> shark;
    long start = System.nanoTime();
    try (DumpSearch search = DumpSearch.open(List.of(target), List.of(), false)) {
      dumped = search.paths(false, shape.softly, 0).get(0);
      long found = System.nanoTime();
      shark = new SharkPaths(search.file(), shape.type, shape.softly).complete();
      times.add((found - start) / 1e6);
      sharkTimes.add((System.nanoTime() - found) / 1e6);
    }
    Optional<RootPath> walked = walked(target, shape.softly);
    shape.clear.clear();
    Difference difference =
        shape.held
            ? difference(
                walked.map(Trace::of),
                dumped.map(Trace::of),
                shark.stream().map(Trace::of).toList())
            : ofNoPath(walked, dumped, shark);
    String paths =
        difference.isPlain()
            ? ""
            : " walk: %s; dump: %s; Shark: %s"
                .formatted(
                    walked.map(RootPath::description).orElse("none"),
                    dumped.map(RootPath::description).orElse("none"),
                    shark.stream().map(ShapeComparison::description).toList());
    print(shape, walked.or(() -> dumped).map(Trace::of), difference.text + " |" + paths);
    return difference;
  }

  /** Searches as the annotation does, which follows soft references only if nothing else holds. */
  private static Optional<RootPath> walked(WeakReference<Object> target, boolean softly) {
    Object object = target.get();
    if (object == null || !softly) {
      return Optional.ofNullable(object).flatMap(ObjectGraph.open()::pathTo);
    }
    ClassShapes strong = new ClassShapes(ReferencePolicy.keeping(Set.of()), ObjectSizes.running());
    return new PathSearch(strong, HeapRoots.list(List.of()), List.of())
        .search(List.of(object), PathSearch.Stage.SOFT)
        .get(0)
        .map(PathSearch.TargetPath::path);
  }

  private static String description(LeakTrace trace) {
    return Trace.rootOf(trace)
        + trace.getReferencePath().stream()
            .map(ShapeComparison::description)
            .collect(Collectors.joining());
  }

  private static String description(LeakTraceReference step) {
    return switch (step.getReferenceType()) {
      case INSTANCE_FIELD -> " " + step.getOwningClassSimpleName() + Trace.reference(step);
      case ARRAY_ENTRY -> Trace.reference(step);
      case STATIC_FIELD, LOCAL -> " " + Trace.reference(step);
    };
  }

  private static Difference difference(
      Optional<Trace> walked, Optional<Trace> dumped, List<Trace> shark) {
    return walked
        .map(found -> difference(found, dumped, shark))
        .orElseGet(() -> ofALocalVariable(dumped.map(Trace::references), shark));
  }

  private static Difference ofNoPath(
      Optional<RootPath> walked, Optional<RootPath> dumped, List<LeakTrace> shark) {
    return walked.isEmpty() && dumped.isEmpty() && shark.isEmpty()
        ? Difference.NO_PATH
        : Difference.WRONG;
  }

  private static Difference ofALocalVariable(Optional<List<String>> dumped, List<Trace> shark) {
    return dumped.equals(Optional.of(List.of(LOCAL)))
            && shark.equals(List.of(new Trace(THREAD, List.of(LOCAL))))
        ? Difference.LOCAL_VARIABLE
        : Difference.WRONG;
  }

  private static Difference difference(Trace walked, Optional<Trace> dumped, List<Trace> shark) {
    if (shark.isEmpty()
        && dumped.filter(found -> isAlike(walked, found)).isPresent()
        && walked.references.contains(".getClass()")) {
      return Difference.THROUGH_THE_CLASS;
    }
    if (dumped.isEmpty() && shark.isEmpty() && walked.root.equals("class")) {
      return Difference.NOT_IN_A_DUMP;
    }
    if (shark.size() != 1 || dumped.isEmpty() || !isAlike(walked, dumped.get())) {
      return Difference.WRONG;
    }
    Trace found = shark.get(0);
    return walked.root.equals(STATIC) ? fromTheClass(walked, found) : fromAThread(walked, found);
  }

  private static Difference fromAThread(Trace walked, Trace found) {
    return walked.root.equals("thread")
            && found.root.equals(THREAD)
            && found.references.equals(walked.references)
        ? Difference.NONE
        : Difference.WRONG;
  }

  private static Difference fromTheClass(Trace walked, Trace found) {
    Trace tail = new Trace(STATIC, found.from(walked.references.get(0)));
    if (tail.equals(walked)) {
      return Difference.WAY_TO_THE_CLASS;
    }
    if (isAlike(walked, tail)) {
      return Difference.OTHER_FIELD;
    }
    // the field is one of the references, a thread is not
    return found.root.equals(THREAD)
            && found.references.size() >= walked.references.size() - 1
            && found.last().equals(walked.last())
        ? Difference.FROM_A_THREAD
        : Difference.WRONG;
  }

  /** Returns whether paths of the same length begin and end with the same references. */
  private static boolean isAlike(Trace one, Trace other) {
    return one.root.equals(other.root)
        && one.references.size() == other.references.size()
        && one.references.get(0).equals(other.references.get(0))
        && one.last().equals(other.last());
  }

  /** Prints a row of a table in Markdown. */
  private static void print(Shape shape, Optional<Trace> found, String difference) {
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %d | %s%n",
        shape.name.toLowerCase(Locale.ROOT).replace('_', ' '),
        found.map(Trace::root).orElse("none"),
        found.map(trace -> trace.references.size()).orElse(0),
        // the JVM numbers lambdas
        difference.replaceAll("\\$\\$Lambda[^. ]*", "\\$\\$Lambda"));
  }

  private void printTimes() {
    double tare = median(times);
    double shark = median(sharkTimes);
    System.out.printf(
        Locale.ROOT,
        "medians: Tare %.0f ms with writing the dump, Shark %.0f ms, ratio %.1f",
        tare,
        shark,
        shark / tare);
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }
}
