package dev.tare.internal.heap.waste;

import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.tree.SpanningTree;
import java.util.ArrayList;
import java.util.List;

/**
 * Objects that only one collection refers to: its table, its one entry and its views, but not its
 * elements.
 *
 * <p>Meant for collections of at most one element: parts are searched linearly.
 */
public final class ExclusiveParts {

  /** Part of the collection, or the collection itself, which comes first. */
  private static final class CollectionPart {
    final Object object;
    final int number;
    boolean isKept;

    CollectionPart(Object object, int number) {
      this.object = object;
      this.number = number;
      this.isKept = number == SpanningTree.NONE;
    }
  }

  private final SpanningTree tree;
  private final ContainerLayouts layouts;
  private final List<CollectionPart> parts = new ArrayList<>();

  private ExclusiveParts(SpanningTree tree, ContainerLayouts layouts) {
    this.tree = tree;
    this.layouts = layouts;
  }

  /**
   * Returns the parts of a collection; none if something else refers to a view of it, since a view
   * needs all parts.
   */
  public static ExclusiveParts of(SpanningTree tree, ContainerLayouts layouts, int number) {
    ExclusiveParts exclusive = new ExclusiveParts(tree, layouts);
    exclusive.parts.add(new CollectionPart(tree.object(number), number));
    for (int i = 0; i < exclusive.parts.size(); i++) {
      exclusive.collect(exclusive.parts.get(i).object);
    }
    while (exclusive.keepReferencedPart()) {
      // a part that is kept may keep others
    }
    return exclusive;
  }

  private void collect(Object object) {
    ContainerLayout layout = layouts.of(object);
    if (layout != null) {
      for (long offset : layout.partOffsets()) {
        Object part = ObjectMemory.reference(object, offset);
        if (part != null && !layout.isSharedEmptyArray(part)) {
          add(part);
        }
      }
    } else if (object instanceof Object[] table) {
      for (Object entry : table) {
        if (entry != null) {
          add(entry);
        }
      }
    }
  }

  private void add(Object object) {
    if (parts.stream().noneMatch(part -> part.object == object)) {
      parts.add(new CollectionPart(object, number(object)));
    }
  }

  /**
   * Returns an object's number in the tree, or {@link SpanningTree#NONE} if it is not a child of
   * any part, which means that other objects reach it too.
   */
  private int number(Object object) {
    for (CollectionPart part : parts) {
      int number = part.isKept ? SpanningTree.NONE : tree.childNumber(part.number, object);
      if (number != SpanningTree.NONE) {
        return number;
      }
    }
    return SpanningTree.NONE;
  }

  /**
   * Keeps one more part that something else refers to, and the parts it refers to; returns whether
   * there was one.
   */
  private boolean keepReferencedPart() {
    CollectionPart collection = parts.get(0);
    for (CollectionPart part : parts) {
      if (part.isKept && part != collection && referenceCount(part.object, collection.object) > 0) {
        parts.forEach(other -> other.isKept = true);
        return false;
      }
      if (part != collection && !part.isKept && isReferencedFromOutside(part)) {
        part.isKept = true;
        return true;
      }
    }
    return false;
  }

  private boolean isReferencedFromOutside(CollectionPart part) {
    int references = 0;
    for (CollectionPart other : parts) {
      references += other.isKept ? 0 : referenceCount(other.object, part.object);
    }
    return references < tree.referenceCount(part.number);
  }

  private int referenceCount(Object holder, Object target) {
    int references = 0;
    if (holder instanceof Object[] table) {
      for (Object entry : table) {
        references += entry == target ? 1 : 0;
      }
    } else {
      for (long offset : tree.shapes.of(holder).offsets) {
        references += ObjectMemory.reference(holder, offset) == target ? 1 : 0;
      }
    }
    return references;
  }

  /** Returns the tree numbers of the parts that are exclusive to the collection. */
  public List<Integer> numbers() {
    return parts.stream().filter(part -> !part.isKept).map(part -> part.number).toList();
  }

  /** Returns the bytes of the parts that are exclusive to the collection. */
  public long bytes() {
    return numbers().stream().mapToLong(part -> ObjectMemory.sizeOf(tree.object(part))).sum();
  }

  /** Returns whether the key or value of an entry is null. */
  public boolean holdsNull() {
    return parts.stream().anyMatch(part -> holdsNull(part.object));
  }

  private boolean holdsNull(Object part) {
    ClassShape shape = tree.shapes.of(part);
    for (int i = 0; i < shape.offsets.length; i++) {
      if (List.of("key", "value", "val").contains(shape.names[i])
          && ObjectMemory.reference(part, shape.offsets[i]) == null) {
        return true;
      }
    }
    return false;
  }
}
