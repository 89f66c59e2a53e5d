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

/** Names of the references and roots on some paths through a heap dump. */
final class DumpPathNames {

  private static final String THREAD_LOCAL_ENTRY = "java.lang.ThreadLocal$ThreadLocalMap$Entry";

  private final DumpOutline outline;
  private final DumpClasses classes;
  private final List<DumpRoot> roots;
  private final DumpLookup objects;
  private final Map<Integer, Long> threads = new HashMap<>();
  private final Map<Integer, Integer> stacks = new HashMap<>();
  private Map<Long, String> threadNames = Map.of();

  DumpPathNames(DumpOutline outline, DumpClasses classes, List<DumpRoot> roots) {
    this.outline = outline;
    this.classes = classes;
    this.roots = roots;
    this.objects = new DumpLookup(classes);
    for (DumpOutline.Root root : outline.roots) {
      if (root.kind() == HprofVisitor.RootTag.THREAD) {
        threads.put(root.thread(), root.objectId());
        stacks.put(root.thread(), root.number());
      }
    }
  }

  /** Prepares the names of a path; null for a path without a root. */
  void add(DumpRoot root, List<Long> path) {
    for (int i = 0; i < path.size(); i++) {
      objects.add(path.get(i));
      if (i > 0) {
        objects.add(path.get(i - 1), path.get(i));
      }
    }
    thread(root).ifPresent(objects::add);
  }

  /** Reads the content of all objects that were added, in up to three passes. */
  void read(Path file) throws IOException {
    objects.read(file);
    Map<Long, Long> names = new HashMap<>();
    for (long thread : threads.values()) {
      long name = objects.reference(objects.get(thread), "name");
      if (name != 0) {
        names.put(thread, name);
      }
    }
    Map<Long, String> texts = DumpStrings.read(file, classes, names.values());
    threadNames = new HashMap<>();
    for (long thread : threads.values()) {
      String name = texts.getOrDefault(names.getOrDefault(thread, 0L), "");
      threadNames.put(thread, name.isEmpty() ? number(objects.get(thread)) : '"' + name + '"');
    }
  }

  /** Returns the number of a thread without a name, such as a virtual one. */
  private String number(DumpedObject thread) throws IOException {
    int number = thread.type == null ? -1 : classes.offset(thread.type, "tid");
    if (number < 0) {
      return "\"?\"";
    }
    boolean isVirtual = thread.typeName.equals("java.lang.VirtualThread");
    return "#" + thread.content.getLong(number) + (isVirtual ? " (virtual)" : "");
  }

  private Optional<Long> thread(DumpRoot root) {
    return root.kind() == RootKind.THREAD
        ? Optional.of(root.objectId())
        : Optional.ofNullable(threads.get(root.thread()));
  }

  String type(long object) {
    return objects.get(object).typeName;
  }

  /** Returns the name of a root, as a walk through the heap names it. */
  String name(DumpRoot root) {
    return switch (root.kind()) {
      case STATIC_FIELD -> className(root.classId()) + "." + outline.texts.get(root.field());
      case CONSTANT -> className(root.classId());
      case CLASS -> className(root.objectId());
      case THREAD -> threadName(root);
      case LOCAL_VARIABLE -> place(root) + ", thread " + threadName(root);
      default -> type(root.objectId());
    };
  }

  private String className(long id) {
    DumpClass type = classes.get(id);
    return type == null ? "?" : type.name;
  }

  private String threadName(DumpRoot root) {
    return thread(root).map(threadNames::get).orElse("\"?\"");
  }

  /** Returns the method and line of a frame. */
  private String place(DumpRoot root) {
    StackFrame frame = frame(root);
    if (frame == null) {
      return "unknown method";
    }
    Long classId = outline.classSerials.get(frame.classSerial());
    String source = frame.source() == 0 ? "" : outline.texts.get(frame.source());
    String line = frame.line() > 0 ? ":" + frame.line() : "";
    return className(classId == null ? 0 : classId)
        + "."
        + outline.texts.get(frame.method())
        + (source.isEmpty() ? "" : "(" + source + line + ")");
  }

  private @Nullable StackFrame frame(DumpRoot root) {
    long[] frames = outline.stacks.get(stacks.getOrDefault(root.thread(), 0));
    return frames == null || root.frame() < 0 || root.frame() >= frames.length
        ? null
        : outline.frames.get(frames[root.frame()]);
  }

  /** Returns the name of a reference in its object: {@code .table} or {@code [11]}. */
  String step(long holder, long object) {
    DumpClass holderClass = classes.get(holder);
    if (holderClass != null) {
      return classStep(holderClass, object);
    }
    DumpedObject found = objects.get(holder);
    Integer index = found.indexes.get(object);
    if (index != null) {
      return "[" + index + "]";
    }
    DumpClass.Reference field = field(found, object);
    if (field != null && found.type != null) {
      return "." + name(field, found.type);
    }
    return found.type != null && found.type.id == object ? ".getClass()" : ".referent";
  }

  private String name(DumpClass.Reference field, DumpClass type) {
    List<String> owners = new ArrayList<>();
    for (DumpClass.Reference other : type.references) {
      if (other.name() == field.name()) {
        owners.add(other.declaring().name);
      }
    }
    return DeclaredFields.qualified(
        field.declaring().name, outline.texts.get(field.name()), owners);
  }

  private String classStep(DumpClass holder, long object) {
    if (object == holder.loader) {
      return ".classLoader";
    }
    return holder.statics.stream()
        .filter(field -> field.value() == object)
        .map(field -> outline.texts.get(field.name()))
        .map(name -> name.equals(DumpRoots.CONSTANTS) ? ".constants" : "." + name)
        .findFirst()
        .orElse(object == holder.superclass ? ".getSuperclass()" : ".protectionDomain");
  }

  private DumpClass.@Nullable Reference field(DumpedObject holder, long object) {
    if (holder.type != null) {
      for (DumpClass.Reference reference : holder.type.references) {
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
  Optional<String> ofTheApplication(long holder, long object) {
    DumpClass holderClass = classes.get(holder);
    if (holderClass != null) {
      return holderClass.ofTheJdk ? Optional.empty() : staticField(holderClass, object);
    }
    DumpedObject found = objects.get(holder);
    DumpClass.Reference field = field(found, object);
    if (field == null || found.type == null) {
      return Optional.empty();
    }
    if (field.declaring().name.equals(THREAD_LOCAL_ENTRY)) {
      return Optional.of("thread local " + threadLocal(found, found.type));
    }
    return field.declaring().ofTheJdk
        ? Optional.empty()
        : Optional.of(
            DeclaredFields.described(field.declaring().name, outline.texts.get(field.name())));
  }

  private Optional<String> staticField(DumpClass type, long object) {
    return type.statics.stream()
        .filter(field -> field.value() == object)
        .map(field -> outline.texts.get(field.name()))
        .filter(name -> !name.startsWith(DumpRoots.INTERNAL))
        .map(name -> type.name + "." + name)
        .findFirst();
  }

  /** Returns whether a root is a static field or local variable of the application. */
  boolean isOfTheApplication(DumpRoot root) {
    if (root.kind() == RootKind.LOCAL_VARIABLE) {
      return true;
    }
    DumpClass type = root.kind() == RootKind.STATIC_FIELD ? classes.get(root.classId()) : null;
    return type != null && !type.ofTheJdk;
  }

  /** Returns the static field that holds the thread local of an entry; else the entry's class. */
  private String threadLocal(DumpedObject entry, DumpClass type) {
    long local = objects.reference(entry, type.referentOffset);
    if (local == 0) {
      return "whose ThreadLocal object was collected";
    }
    return roots.stream()
        .filter(root -> root.kind() == RootKind.STATIC_FIELD && root.objectId() == local)
        .map(this::name)
        .findFirst()
        .orElse("that no static field refers to");
  }
}
