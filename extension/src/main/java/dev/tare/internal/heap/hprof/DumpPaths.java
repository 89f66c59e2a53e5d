package dev.tare.internal.heap.hprof;

import dev.tare.heap.Holder.RootKind;
import dev.tare.heap.RootPath;
import dev.tare.internal.heap.hprof.DumpMark.Role;
import dev.tare.internal.heap.hprof.DumpWalk.OmittedReference;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shortest paths from the roots of a heap dump to its marked objects.
 *
 * <p>Paths from static fields, threads and class loaders come before those from local variables,
 * JNI references and monitors. Therefore the path to an object is the one that a walk in this JVM
 * finds, if it finds one.
 */
final class DumpPaths {

  private final Path file;
  private final DumpOutline outline;
  private final DumpClasses classes;
  private final DumpGraph graph;

  /** Roots that a walk in this JVM has too, followed by those that only the dump shows. */
  private final List<DumpRoot> roots;

  private final int walkRootCount;

  /** Path by the ids of its objects, starting with the one to which the root refers. */
  private record IdPath(int root, List<Long> objects) {

    /** Returns the object whose reference is a step of the path; steps start at 1. */
    long holder(int step) {
      return objects.get(step - 1);
    }

    long target() {
      return objects.get(objects.size() - 1);
    }
  }

  private DumpPaths(
      Path file, DumpOutline outline, DumpClasses classes, DumpGraph graph, DumpRoots roots) {
    this.file = file;
    this.outline = outline;
    this.classes = classes;
    this.graph = graph;
    this.roots = roots.walkRoots();
    this.walkRootCount = this.roots.size();
    this.roots.addAll(roots.dumpOnlyRoots());
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
    Set<Long> required = new HashSet<>(outline.ids(Role.TARGET));
    required.addAll(outline.ids(Role.TEST_OBJECT));
    DumpGraph graph = DumpGraph.read(file, outline, classes, required);
    return new DumpPaths(file, outline, classes, graph, new DumpRoots(outline, classes));
  }

  /**
   * Returns the paths to the targets by their numbers; empty for those that nothing reaches. The
   * options are those of {@link DumpSearch#paths}.
   */
  List<Optional<RootPath>> paths(
      int targetCount, boolean throughTest, boolean followSoft, int maxProofs) throws IOException {
    return new Search(throughTest, followSoft).paths(targetCount, maxProofs);
  }

  /** Search with one set of options. */
  private final class Search {

    private final List<DumpRoot> searchRoots;

    /** Number of the roots before those that only the dump shows. */
    private final int firstPhaseEnd;

    private final boolean followSoft;
    private final boolean throughTest;

    Search(boolean throughTest, boolean followSoft) {
      this.searchRoots = new ArrayList<>();
      if (throughTest) {
        outline
            .ids(Role.TEST_OBJECT)
            .forEach(id -> searchRoots.add(DumpRoot.of(RootKind.EXTRA_ROOT, id)));
      }
      this.firstPhaseEnd = searchRoots.size() + walkRootCount;
      this.searchRoots.addAll(roots);
      this.followSoft = followSoft;
      this.throughTest = throughTest;
    }

    List<Optional<RootPath>> paths(int targetCount, int maxProofs) throws IOException {
      DumpPathNames names = new DumpPathNames(outline, classes, searchRoots);
      @Nullable IdPath[] idPaths = idPaths(targetCount, names);
      names.read(file);
      List<Optional<RootPath>> paths = new ArrayList<>();
      int proofs = 0;
      for (IdPath idPath : idPaths) {
        if (idPath == null) {
          paths.add(Optional.empty());
        } else {
          RootPath.Cut cut = proofs++ < maxProofs ? cut(idPath, names) : null;
          paths.add(Optional.of(path(idPath, names, cut)));
        }
      }
      return paths;
    }

    /** Returns the paths to the targets, null for those that are not reached. */
    private @Nullable IdPath[] idPaths(int targetCount, DumpPathNames names) {
      DumpWalk walk = walk(OmittedReference.NONE);
      @Nullable IdPath[] idPaths = new @Nullable IdPath[targetCount];
      for (DumpOutline.MarkedObject mark : outline.markedObjects) {
        if (mark.role() == Role.TARGET
            && mark.number() >= 0
            && mark.number() < targetCount
            && walk.isReached(mark.objectId())) {
          IdPath idPath = idPath(walk, graph.number(mark.objectId()));
          idPaths[mark.number()] = idPath;
          names.request(searchRoots.get(idPath.root), idPath.objects);
        }
      }
      return idPaths;
    }

    private DumpWalk walk(OmittedReference omitted) {
      DumpWalk walk = new DumpWalk(graph, searchRoots, throughTest);
      if (!throughTest) {
        outline.ids(Role.TEST_OBJECT).forEach(walk::exclude);
      }
      walk.walk(0, firstPhaseEnd, followSoft, omitted);
      walk.walk(firstPhaseEnd, searchRoots.size(), followSoft, omitted);
      return walk;
    }

    private IdPath idPath(DumpWalk walk, int target) {
      List<Long> objects = new ArrayList<>();
      int current = target;
      for (; walk.parent(current) >= 0; current = walk.parent(current)) {
        objects.add(graph.id(current));
      }
      objects.add(graph.id(current));
      Collections.reverse(objects);
      return new IdPath(walk.root(current), objects);
    }

    private RootPath path(IdPath ids, DumpPathNames names, RootPath.@Nullable Cut cut) {
      DumpRoot root = searchRoots.get(ids.root);
      List<RootPath.Step> steps = new ArrayList<>();
      for (int i = 1; i < ids.objects.size(); i++) {
        long object = ids.objects.get(i);
        steps.add(
            new RootPath.Step(names.referenceName(ids.holder(i), object), names.typeName(object)));
      }
      return new RootPath(
          root.kind(), names.rootName(root), names.typeName(ids.objects.get(0)), steps, cut);
    }

    /**
     * Returns the last reference of the application on a path, and what a walk without it finds;
     * null if the path has no such reference.
     */
    private RootPath.@Nullable Cut cut(IdPath ids, DumpPathNames names) throws IOException {
      for (int i = ids.objects.size() - 1; i > 0; i--) {
        Optional<String> reference = names.applicationReference(ids.holder(i), ids.objects.get(i));
        if (reference.isPresent()) {
          return cut(ids, reference.get(), new OmittedReference(referencePosition(ids, i), null));
        }
      }
      DumpRoot root = searchRoots.get(ids.root);
      if (!names.isOfTheApplication(root)) {
        return null;
      }
      String name = names.rootName(root);
      return cut(
          ids,
          root.kind() == RootKind.STATIC_FIELD ? name : root.kind().noun() + " " + name,
          new OmittedReference(-1, root));
    }

    private int referencePosition(IdPath ids, int step) {
      int holder = graph.number(ids.holder(step));
      int target = graph.number(ids.objects.get(step));
      int position = graph.referencesStart(holder);
      while (graph.target(position) != target) {
        position++;
      }
      return position;
    }

    private RootPath.Cut cut(IdPath ids, String reference, OmittedReference omitted)
        throws IOException {
      Optional<RootPath> otherPath =
          new Search(true, followSoft).pathWithout(omitted, ids.target());
      return new RootPath.Cut(reference, otherPath.map(RootPath::description).orElse(null));
    }

    private Optional<RootPath> pathWithout(OmittedReference omitted, long target)
        throws IOException {
      DumpWalk walk = walk(omitted);
      if (!walk.isReached(target)) {
        return Optional.empty();
      }
      IdPath ids = idPath(walk, graph.number(target));
      DumpPathNames names = new DumpPathNames(outline, classes, searchRoots);
      names.request(searchRoots.get(ids.root), ids.objects);
      names.read(file);
      return Optional.of(path(ids, names, null));
    }
  }
}
