package dev.tare.internal.heap.waste;

import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.tree.SpanningTree;
import java.util.ArrayList;
import java.util.List;

/**
 * What would go with a collection because nobody else refers to it: its table, its one entry, its
 * views; never what it holds.
 *
 * <p>Meant for collections of one element at most: everything is looked for one by one.
 */
public final class ExclusiveParts {

  /** An object of the collection's own, or the collection itself, which comes first. */
  private static final class Part {
    final Object object;
    final int number;
    boolean stays;

    Part(Object object, int number) {
      this.object = object;
      this.number = number;
      this.stays = number == SpanningTree.NONE;
    }
  }

  private final SpanningTree tree;
  private final ContainerLayouts holdings;
  private final List<Part> parts = new ArrayList<>();

  private ExclusiveParts(SpanningTree tree, ContainerLayouts holdings) {
    this.tree = tree;
    this.holdings = holdings;
  }

  /** The parts of a collection; none if somebody holds a view of it, which needs all of it. */
  public static ExclusiveParts of(SpanningTree tree, ContainerLayouts holdings, int number) {
    ExclusiveParts own = new ExclusiveParts(tree, holdings);
    own.parts.add(new Part(tree.object(number), number));
    for (int i = 0; i < own.parts.size(); i++) {
      own.collect(own.parts.get(i).object);
    }
    while (own.leaveOne()) {
      // what stays holds more
    }
    return own;
  }

  private void collect(Object object) {
    ContainerLayout holding = holdings.of(object);
    if (holding != null) {
      for (long offset : holding.parts()) {
        Object part = ObjectMemory.reference(object, offset);
        if (part != null && !holding.shares(part)) {
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
      parts.add(new Part(object, number(object)));
    }
  }

  /** What hangs under none of the parts is reached by others too. */
  private int number(Object object) {
    for (Part part : parts) {
      int number = part.stays ? SpanningTree.NONE : tree.childNumber(part.number, object);
      if (number != SpanningTree.NONE) {
        return number;
      }
    }
    return SpanningTree.NONE;
  }

  /** Finds one more part that something else refers to; what it refers to stays as well. */
  private boolean leaveOne() {
    Part collection = parts.get(0);
    for (Part part : parts) {
      if (part.stays && part != collection && refers(part.object, collection.object) > 0) {
        parts.forEach(other -> other.stays = true);
        return false;
      }
      if (part != collection && !part.stays && isHeld(part)) {
        part.stays = true;
        return true;
      }
    }
    return false;
  }

  private boolean isHeld(Part part) {
    int references = 0;
    for (Part other : parts) {
      references += other.stays ? 0 : refers(other.object, part.object);
    }
    return references < tree.referenceCount(part.number);
  }

  private int refers(Object holder, Object target) {
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

  /** The numbers of the parts that go, in the tree. */
  public List<Integer> numbers() {
    return parts.stream().filter(part -> !part.stays).map(part -> part.number).toList();
  }

  /** The bytes of the parts that go. */
  public long bytes() {
    return numbers().stream().mapToLong(part -> ObjectMemory.sizeOf(tree.object(part))).sum();
  }

  /** Whether what the one entry holds is or has a null. */
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
