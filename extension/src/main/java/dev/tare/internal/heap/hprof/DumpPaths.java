package dev.tare.internal.heap.hprof;

import dev.tare.heap.Holder.RootKind;
import dev.tare.heap.RootPath;
import dev.tare.internal.heap.hprof.DumpMark.Role;
import dev.tare.internal.heap.hprof.DumpWalk.OmittedReference;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shortest paths to the marked objects of a heap dump.
 *
 * <p>Static fields, threads and class loaders come before local variables, JNI references and
 * monitors, so that a path is the one that a walk through the heap finds, if it finds one.
 */
final class DumpPaths {

  private final Path file;
  private final DumpOutline outline;
  private final DumpClasses classes;
  private final DumpGraph graph;
  private final List<DumpRoot> roots;
  private final int walked;

  /** A path by the ids of its objects, from the one that the root refers to. */
  private record IdPath(int root, List<Long> objects) {
    long holder(int step) {
      return objects.get(step - 1);
    }
  }

  private DumpPaths(
      Path file, DumpOutline outline, DumpClasses classes, DumpGraph graph, DumpRoots roots) {
    this.file = file;
    this.outline = outline;
    this.classes = classes;
    this.graph = graph;
    this.roots = roots.walked();
    this.walked = this.roots.size();
    this.roots.addAll(roots.dumped());
  }

  /**
   * Reads the objects of a dump.
   *
   * @param key the key of the marks
   * @throws IOException if the dump is damaged
   */
  static DumpPaths read(Path file, long key) throws IOException {
    DumpOutline outline = new DumpOutline(key);
    HprofReader.read(file, outline);
    DumpClasses classes = DumpClasses.link(outline);
    Set<Long> searched = new HashSet<>(outline.ids(Role.TARGET));
    searched.addAll(outline.ids(Role.OF_THE_TEST));
    DumpGraph graph = DumpGraph.read(file, outline, classes, searched);
    return new DumpPaths(file, outline, classes, graph, new DumpRoots(outline, classes));
  }

  /**
   * Returns the paths to the targets by their numbers; empty for those that nothing reaches.
   *
   * @param throughTest whether paths may begin at objects of the test, or are not allowed to lead
   *     through them
   * @param softly whether soft references count
   * @param proved the number of paths, from the first found on, for which a second walk leaves out
   *     the last reference of the application
   */
  List<Optional<RootPath>> paths(int targets, boolean throughTest, boolean softly, int proved)
      throws IOException {
    return new Search(throughTest, softly).run(targets, proved);
  }

  /** One search with the same roots and rules. */
  private final class Search {

    private final List<DumpRoot> begin;
    private final int visible;
    private final boolean softly;
    private final boolean throughTest;

    Search(boolean throughTest, boolean softly) {
      this.begin = new ArrayList<>();
      if (throughTest) {
        outline
            .ids(Role.OF_THE_TEST)
            .forEach(id -> begin.add(DumpRoot.of(RootKind.EXTRA_ROOT, id)));
      }
      this.visible = begin.size() + walked;
      this.begin.addAll(roots);
      this.softly = softly;
      this.throughTest = throughTest;
    }

    private DumpWalk walk(OmittedReference omitted) {
      DumpWalk walk = new DumpWalk(graph, begin, throughTest);
      if (!throughTest) {
        outline.ids(Role.OF_THE_TEST).forEach(walk::close);
      }
      walk.from(0, visible, softly, omitted);
      walk.from(visible, begin.size(), softly, omitted);
      return walk;
    }

    List<Optional<RootPath>> run(int targets, int proved) throws IOException {
      DumpWalk walk = walk(OmittedReference.NOTHING);
      @Nullable IdPath[] paths = new @Nullable IdPath[targets];
      DumpPathNames names = new DumpPathNames(outline, classes, begin);
      for (DumpOutline.MarkedObject mark : outline.marked) {
        if (mark.role() == Role.TARGET
            && mark.number() >= 0
            && mark.number() < targets
            && walk.reached(mark.objectId())) {
          IdPath path = ids(walk, graph.number(mark.objectId()));
          paths[mark.number()] = path;
          names.add(begin.get(path.root), path.objects);
        }
      }
      names.read(file);
      List<Optional<RootPath>> found = new ArrayList<>();
      int left = proved;
      for (IdPath path : paths) {
        if (path == null) {
          found.add(Optional.empty());
        } else {
          RootPath.Cut cut = left-- > 0 ? cut(path, names) : null;
          found.add(Optional.of(path(path, names, cut)));
        }
      }
      return found;
    }

    private IdPath ids(DumpWalk walk, int target) {
      List<Long> objects = new ArrayList<>();
      int at = target;
      for (; walk.parent(at) >= 0; at = walk.parent(at)) {
        objects.add(0, graph.id(at));
      }
      objects.add(0, graph.id(at));
      return new IdPath(walk.root(at), objects);
    }

    private RootPath path(IdPath ids, DumpPathNames names, RootPath.@Nullable Cut cut) {
      DumpRoot root = begin.get(ids.root);
      List<RootPath.Step> steps = new ArrayList<>();
      for (int i = 1; i < ids.objects.size(); i++) {
        long object = ids.objects.get(i);
        steps.add(new RootPath.Step(names.step(ids.holder(i), object), names.type(object)));
      }
      return new RootPath(
          root.kind(), names.name(root), names.type(ids.objects.get(0)), steps, cut);
    }

    private RootPath.@Nullable Cut cut(IdPath ids, DumpPathNames names) throws IOException {
      for (int i = ids.objects.size() - 1; i > 0; i--) {
        Optional<String> reference = names.ofTheApplication(ids.holder(i), ids.objects.get(i));
        if (reference.isPresent()) {
          return cut(ids, reference.get(), new OmittedReference(position(ids, i), null));
        }
      }
      DumpRoot root = begin.get(ids.root);
      if (!names.isOfTheApplication(root)) {
        return null;
      }
      String name = names.name(root);
      return cut(
          ids,
          root.kind() == RootKind.STATIC_FIELD ? name : root.kind().noun() + " " + name,
          new OmittedReference(-1, root));
    }

    private int position(IdPath ids, int step) {
      int holder = graph.number(ids.holder(step));
      int target = graph.number(ids.objects.get(step));
      int position = graph.start(holder);
      while (graph.target(position) != target) {
        position++;
      }
      return position;
    }

    private RootPath.Cut cut(IdPath ids, String reference, OmittedReference omitted)
        throws IOException {
      Optional<RootPath> other =
          new Search(true, softly).other(ids.objects.get(ids.objects.size() - 1), omitted);
      return new RootPath.Cut(reference, other.map(RootPath::description).orElse(null));
    }

    private Optional<RootPath> other(long target, OmittedReference omitted) throws IOException {
      DumpWalk walk = walk(omitted);
      if (!walk.reached(target)) {
        return Optional.empty();
      }
      IdPath other = ids(walk, graph.number(target));
      DumpPathNames names = new DumpPathNames(outline, classes, begin);
      names.add(begin.get(other.root), other.objects);
      names.read(file);
      return Optional.of(path(other, names, null));
    }
  }
}
