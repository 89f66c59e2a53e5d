package dev.tare.benchmarks.survival;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
 * Paths that LeakCanary's Shark finds to the instances of a class in a heap dump.
 *
 * @param dump the dump
 * @param type the name of the class
 */
record SharkPaths(Path dump, String type) {

  private static final String MARK = "dev.tare.internal.heap.hprof.DumpMark";

  /** Fields that Shark must not follow: those of weaker references, and Tare's marks. */
  private static final List<ReferenceMatcher> IGNORED =
      List.of(
          ignored("java.lang.ref.WeakReference", "referent"),
          ignored("java.lang.ref.SoftReference", "referent"),
          ignored("java.lang.ref.PhantomReference", "referent"),
          ignored("java.lang.ref.FinalReference", "referent"),
          ignored(MARK, "object"));

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
                    IGNORED,
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
                    IGNORED,
                    false,
                    List.of(),
                    MetadataExtractor.Companion.getNO_OP(),
                    everyReference(graph)));
  }

  private static HeapAnalyzer analyzer() {
    return new HeapAnalyzer(OnAnalysisProgressListener.Companion.getNO_OP());
  }

  /** Returns Shark's own reader without those that treat a collection as one object. */
  private static ReferenceReader<HeapObject> everyReference(HeapGraph graph) {
    return new DelegatingObjectReferenceReader(
        new ClassReferenceReader(graph, IGNORED),
        new ChainingInstanceReferenceReader(
            List.of(new JavaLocalReferenceReader(graph, IGNORED)),
            new FieldInstanceReferenceReader(graph, IGNORED)),
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

  private Set<Long> targets(HeapGraph graph) {
    Set<Long> ids = new HashSet<>();
    HeapObject.HeapClass found = graph.findClassByName(type);
    found.getDirectInstances().iterator().forEachRemaining(one -> ids.add(one.getObjectId()));
    return ids;
  }
}
