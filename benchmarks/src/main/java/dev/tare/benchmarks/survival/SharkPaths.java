package dev.tare.benchmarks.survival;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import shark.CloseableHeapGraph;
import shark.HeapAnalysis;
import shark.HeapAnalysisSuccess;
import shark.HeapAnalyzer;
import shark.HeapGraph;
import shark.HeapObject;
import shark.HprofHeapGraph;
import shark.HprofIndex;
import shark.IgnoredReferenceMatcher;
import shark.LeakTrace;
import shark.MetadataExtractor;
import shark.OnAnalysisProgressListener;
import shark.ReferenceMatcher;
import shark.ReferencePattern;
import shark.internal.ChainingInstanceReferenceReader;
import shark.internal.ClassReferenceReader;
import shark.internal.DelegatingObjectReferenceReader;
import shark.internal.FieldInstanceReferenceReader;
import shark.internal.JavaLocalReferenceReader;
import shark.internal.ObjectArrayReferenceReader;
import shark.internal.ReferenceReader;

/**
 * Paths that LeakCanary's Shark finds to the instances of a class that Tare has marked in a heap
 * dump.
 *
 * @param dump the dump
 * @param type the name of the class
 * @param softly whether paths lead through soft references
 */
record SharkPaths(Path dump, String type, boolean softly) {

  private static final String MARK = "dev.tare.internal.heap.hprof.DumpMark";
  private static final String MARKED = "object";

  private static final ReferenceMatcher SOFT = ignored("java.lang.ref.SoftReference", "referent");

  /** Fields that Shark never follows: those of other weaker references, and Tare's marks. */
  private static final List<ReferenceMatcher> IGNORED =
      List.of(
          ignored("java.lang.ref.WeakReference", "referent"),
          ignored("java.lang.ref.PhantomReference", "referent"),
          ignored("java.lang.ref.FinalReference", "referent"),
          ignored(MARK, MARKED));

  private List<ReferenceMatcher> ignored() {
    return softly ? IGNORED : Stream.concat(Stream.of(SOFT), IGNORED.stream()).toList();
  }

  private static ReferenceMatcher ignored(String type, String field) {
    return new IgnoredReferenceMatcher(new ReferencePattern.InstanceFieldPattern(type, field));
  }

  /** Returns the paths; their names skip the nodes and arrays within collections. */
  List<LeakTrace> brief() {
    return traces(
        graph ->
            analyzer()
                .analyze(
                    dump.toFile(),
                    graph,
                    this::targets,
                    ignored(),
                    false,
                    List.of(),
                    MetadataExtractor.Companion.getNO_OP()));
  }

  /** Returns the paths with every object on them. */
  List<LeakTrace> complete() {
    return traces(
        graph ->
            analyzer()
                .analyze$shark(
                    dump.toFile(),
                    graph,
                    this::targets,
                    ignored(),
                    false,
                    List.of(),
                    MetadataExtractor.Companion.getNO_OP(),
                    everyReference(graph)));
  }

  private static HeapAnalyzer analyzer() {
    return new HeapAnalyzer(OnAnalysisProgressListener.Companion.getNO_OP());
  }

  /** Returns Shark's own reader without those that treat a collection as one object. */
  private ReferenceReader<HeapObject> everyReference(HeapGraph graph) {
    return new DelegatingObjectReferenceReader(
        new ClassReferenceReader(graph, ignored()),
        new ChainingInstanceReferenceReader(
            List.of(new JavaLocalReferenceReader(graph, ignored())),
            new FieldInstanceReferenceReader(graph, ignored())),
        new ObjectArrayReferenceReader());
  }

  /** An analysis of a dump. */
  private interface Analyzer {
    HeapAnalysis analyze(HeapGraph graph);
  }

  private List<LeakTrace> traces(Analyzer analyzer) {
    try (CloseableHeapGraph graph =
        HprofHeapGraph.Companion.openHeapGraph(
            dump.toFile(), null, HprofIndex.Companion.defaultIndexedGcRootTags())) {
      HeapAnalysis analysis = analyzer.analyze(graph);
      if (analysis instanceof HeapAnalysisSuccess success) {
        return success.getApplicationLeaks().stream()
            .flatMap(leak -> leak.getLeakTraces().stream())
            .toList();
      }
      throw new IllegalStateException(analysis.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the marked instances; all if none is marked, since the JVM has cleared the reference to
   * it. A thread that ends may still hold an instance of an earlier leak.
   */
  private Set<Long> targets(HeapGraph graph) {
    Set<Long> ids = new HashSet<>();
    instances(graph, type).forEach(one -> ids.add(one.getObjectId()));
    if (ids.isEmpty()) {
      throw new IllegalStateException("the dump has no " + type);
    }
    Set<Long> marked = new HashSet<>();
    for (HeapObject.HeapInstance mark : instances(graph, MARK)) {
      Long id = Objects.requireNonNull(mark.get(MARK, MARKED)).getValue().getAsNonNullObjectId();
      if (id != null && ids.contains(id)) {
        marked.add(id);
      }
    }
    return marked.isEmpty() ? ids : marked;
  }

  private static List<HeapObject.HeapInstance> instances(HeapGraph graph, String type) {
    List<HeapObject.HeapInstance> instances = new ArrayList<>();
    Objects.requireNonNull(graph.findClassByName(type))
        .getDirectInstances()
        .iterator()
        .forEachRemaining(instances::add);
    return instances;
  }
}
