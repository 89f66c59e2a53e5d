package dev.tare.internal.heap.hprof;

import dev.tare.heap.Holder.RootKind;
import dev.tare.internal.heap.hprof.DumpLookup.DumpedObject;
import dev.tare.internal.heap.memory.DeclaredFields;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Names of the roots, references and objects on paths through a heap dump. */
final class DumpPathNames {

  private static final String THREAD_LOCAL_ENTRY = "java.lang.ThreadLocal$ThreadLocalMap$Entry";

  private final DumpOutline outline;
  private final DumpClasses classes;
  private final List<DumpRoot> roots;
  private final DumpLookup objects;

  /** Ids of the threads by their serial numbers. */
  private final Map<Integer, Long> threadIds = new HashMap<>();

  /** Serial numbers of the threads' stacks by the serial numbers of the threads. */
  private final Map<Integer, Integer> stackSerials = new HashMap<>();

  /** Names of the threads by their ids. */
  private Map<Long, String> threadNames = Map.of();

  DumpPathNames(DumpOutline outline, DumpClasses classes, List<DumpRoot> roots) {
    this.outline = outline;
    this.classes = classes;
    this.roots = roots;
    this.objects = new DumpLookup(classes);
    for (DumpOutline.Root root : outline.roots) {
      if (root.tag() == HprofVisitor.RootTag.THREAD) {
        threadIds.put(root.threadSerial(), root.objectId());
        stackSerials.put(root.threadSerial(), root.stackOrFrame());
      }
    }
  }

  /** Requests the names of a path, which {@link #read} then reads. */
  void request(DumpRoot root, List<Long> path) {
    for (int i = 0; i < path.size(); i++) {
      objects.request(path.get(i));
      if (i > 0) {
        objects.request(path.get(i - 1), path.get(i));
      }
    }
    threadId(root).ifPresent(objects::request);
  }

  /** Reads what the requested names need, in up to three passes through the dump. */
  void read(Path file) throws IOException {
    objects.read(file);
    Map<Long, Long> nameIds = new HashMap<>();
    for (long thread : threadIds.values()) {
      long nameId = objects.reference(objects.get(thread), "name");
      if (nameId != 0) {
        nameIds.put(thread, nameId);
      }
    }
    Map<Long, String> strings = DumpStrings.read(file, classes, nameIds.values());
    threadNames = new HashMap<>();
    for (long thread : threadIds.values()) {
      String name = strings.getOrDefault(nameIds.getOrDefault(thread, 0L), "");
      threadNames.put(
          thread, name.isEmpty() ? threadNumber(objects.get(thread)) : '"' + name + '"');
    }
  }

  /** Returns the number of a thread without a name, such as a virtual one. */
  private String threadNumber(DumpedObject thread) throws IOException {
    int offset = thread.type == null ? -1 : classes.offset(thread.type, "tid");
    if (offset < 0) {
      return "\"?\"";
    }
    boolean isVirtual = thread.typeName.equals("java.lang.VirtualThread");
    return "#" + thread.content.getLong(offset) + (isVirtual ? " (virtual)" : "");
  }

  private Optional<Long> threadId(DumpRoot root) {
    return root.kind() == RootKind.THREAD
        ? Optional.of(root.objectId())
        : Optional.ofNullable(threadIds.get(root.threadSerial()));
  }

  String typeName(long object) {
    return objects.get(object).typeName;
  }

  /** Returns the name of a root, which is the one that a walk in this JVM gives it. */
  String rootName(DumpRoot root) {
    return switch (root.kind()) {
      case STATIC_FIELD ->
          className(root.classId()) + "." + outline.symbols.get(root.fieldNameId());
      case CONSTANT -> className(root.classId());
      case CLASS -> className(root.objectId());
      case THREAD -> threadName(root);
      case LOCAL_VARIABLE -> frameName(root) + ", thread " + threadName(root);
      default -> typeName(root.objectId());
    };
  }

  private String className(long id) {
    DumpClass type = classes.get(id);
    return type == null ? "?" : type.name;
  }

  private String threadName(DumpRoot root) {
    return threadId(root).map(threadNames::get).orElse("\"?\"");
  }

  /** Returns the method and line of the frame with a local variable. */
  private String frameName(DumpRoot root) {
    StackFrame frame = frame(root);
    if (frame == null) {
      return "unknown method";
    }
    Long classId = outline.classIds.get(frame.classSerial());
    String source = frame.sourceFileId() == 0 ? "" : outline.symbols.get(frame.sourceFileId());
    String line = frame.line() > 0 ? ":" + frame.line() : "";
    return className(classId == null ? 0 : classId)
        + "."
        + outline.symbols.get(frame.methodNameId())
        + (source.isEmpty() ? "" : "(" + source + line + ")");
  }

  private @Nullable StackFrame frame(DumpRoot root) {
    long[] frames = outline.stacks.get(stackSerials.getOrDefault(root.threadSerial(), 0));
    return frames == null || root.frameIndex() < 0 || root.frameIndex() >= frames.length
        ? null
        : outline.frames.get(frames[root.frameIndex()]);
  }

  /** Returns the name of a reference in its object: {@code .table} or {@code [11]}. */
  String referenceName(long holder, long object) {
    DumpClass holderClass = classes.get(holder);
    if (holderClass != null) {
      return referenceName(holderClass, object);
    }
    DumpedObject dumped = objects.get(holder);
    Integer index = dumped.indexes.get(object);
    if (index != null) {
      return "[" + index + "]";
    }
    DumpClass.ReferenceField field = field(dumped, object);
    if (field != null && dumped.type != null) {
      return "." + fieldName(field, dumped.type);
    }
    return dumped.type != null && dumped.type.id == object ? ".getClass()" : ".referent";
  }

  private String fieldName(DumpClass.ReferenceField field, DumpClass type) {
    List<String> owners = new ArrayList<>();
    for (DumpClass.ReferenceField other : type.references) {
      if (other.nameId() == field.nameId()) {
        owners.add(other.declaringClass().name);
      }
    }
    return DeclaredFields.qualifiedName(
        field.declaringClass().name, outline.symbols.get(field.nameId()), owners);
  }

  private String referenceName(DumpClass holder, long object) {
    if (object == holder.loader) {
      return ".classLoader";
    }
    return holder.statics.stream()
        .filter(field -> field.value() == object)
        .map(field -> outline.symbols.get(field.nameId()))
        .map(name -> name.equals(DumpRoots.CONSTANTS) ? ".constants" : "." + name)
        .findFirst()
        .orElse(object == holder.superclass ? ".getSuperclass()" : ".protectionDomain");
  }

  /** Returns the first field of an object that refers to another one; null if there is none. */
  private DumpClass.@Nullable ReferenceField field(DumpedObject holder, long object) {
    if (holder.type != null) {
      for (DumpClass.ReferenceField reference : holder.type.references) {
        if (objects.reference(holder, reference.offset()) == object) {
          return reference;
        }
      }
    }
    return null;
  }

  /**
   * Returns the name of a reference that the application can remove: a field of one of its classes,
   * or a thread local; empty for a reference within objects of the JDK.
   */
  Optional<String> applicationReference(long holder, long object) {
    DumpClass holderClass = classes.get(holder);
    if (holderClass != null) {
      return holderClass.isJdkClass ? Optional.empty() : staticFieldName(holderClass, object);
    }
    DumpedObject dumped = objects.get(holder);
    DumpClass.ReferenceField field = field(dumped, object);
    if (field == null || dumped.type == null) {
      return Optional.empty();
    }
    DumpClass owner = field.declaringClass();
    if (owner.name.equals(THREAD_LOCAL_ENTRY)) {
      return Optional.of("thread local " + threadLocalName(dumped, dumped.type));
    }
    return owner.isJdkClass
        ? Optional.empty()
        : Optional.of(DeclaredFields.displayName(owner.name, outline.symbols.get(field.nameId())));
  }

  private Optional<String> staticFieldName(DumpClass type, long object) {
    return type.statics.stream()
        .filter(field -> field.value() == object)
        .map(field -> outline.symbols.get(field.nameId()))
        .filter(name -> !name.startsWith(DumpRoots.INTERNAL_PREFIX))
        .map(name -> type.name + "." + name)
        .findFirst();
  }

  /** Returns whether a root is a static field or local variable of the application. */
  boolean isOfTheApplication(DumpRoot root) {
    if (root.kind() == RootKind.LOCAL_VARIABLE) {
      return true;
    }
    DumpClass type = root.kind() == RootKind.STATIC_FIELD ? classes.get(root.classId()) : null;
    return type != null && !type.isJdkClass;
  }

  /** Returns the name of the static field that holds the thread local of a map entry, if any. */
  private String threadLocalName(DumpedObject entry, DumpClass type) {
    long local = objects.reference(entry, type.referentOffset);
    if (local == 0) {
      return "whose ThreadLocal object was collected";
    }
    return roots.stream()
        .filter(root -> root.kind() == RootKind.STATIC_FIELD && root.objectId() == local)
        .map(this::rootName)
        .findFirst()
        .orElse("that no static field refers to");
  }
}
