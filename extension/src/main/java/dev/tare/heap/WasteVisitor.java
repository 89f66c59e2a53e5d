package dev.tare.heap;

import dev.tare.internal.heap.memory.HeapAccess;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.tree.ReferrerLookup;
import dev.tare.internal.heap.tree.SpanningTree;
import dev.tare.internal.heap.waste.ArrayCapacity;
import dev.tare.internal.heap.waste.CompactReplacement;
import dev.tare.internal.heap.waste.ContainerLayout;
import dev.tare.internal.heap.waste.ContainerLayout.ContainerKind;
import dev.tare.internal.heap.waste.ContainerLayouts;
import dev.tare.internal.heap.waste.DuplicateValues;
import dev.tare.internal.heap.waste.ExclusiveParts;
import dev.tare.internal.heap.waste.WasteTally;
import dev.tare.unit.DataSize;
import java.lang.reflect.Array;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Visitor that finds objects that use more memory than they need, with their paths and possible
 * savings.
 *
 * <pre>{@code
 * WasteVisitor waste = new WasteVisitor();
 * ObjectGraph.open().profile(cart).traverse(NodeFilters.all(), waste);
 * waste.findings().forEach(System.out::println);
 * }</pre>
 *
 * <p>A saving is the number of bytes by which the graph would shrink if the object were replaced by
 * its most compact equivalent. Savings do not overlap, so they can be added up: the unused capacity
 * of an empty collection, for example, counts only as part of the empty collection. Only fields are
 * read: no method of a visited object is called.
 *
 * <p>Limits:
 *
 * <ul>
 *   <li>References from outside the profile are not visible, although they may keep redundant
 *       objects alive. If that matters, visit an {@link ObjectGraph#retainedProfile}.
 *   <li>Savings are for the layout of this JVM, even if the profile was made for another one.
 *   <li>Collections are those of {@code java.util} and {@code java.util.concurrent} with spare
 *       capacity; of their subclasses, only unused capacity is found.
 *   <li>A visitor is for one profile. It needs about 60 bytes for each different string and box,
 *       and may count references as {@link ProfileNode#refCount} does.
 * </ul>
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class WasteVisitor implements NodeVisitor {

  private final Set<Waste> kinds;
  private final WasteTally tally = new WasteTally();
  private final ContainerLayouts layouts = new ContainerLayouts();
  private final ReferrerLookup referrers = new ReferrerLookup();
  private final CompactReplacement replacements = new CompactReplacement();
  private final DuplicateValues duplicates = new DuplicateValues();
  private final BitSet inspected = new BitSet();
  private @Nullable SpanningTree tree;

  /**
   * Creates a visitor that finds some kinds of waste.
   *
   * @param kinds the kinds to find; all if none is given
   * @throws UnweighableException if this JVM does not allow an agent to be loaded
   */
  public WasteVisitor(Waste... kinds) {
    HeapAccess.require();
    this.kinds = kinds.length == 0 ? EnumSet.allOf(Waste.class) : Set.of(kinds);
  }

  /**
   * Checks a node for waste.
   *
   * @throws IllegalArgumentException if the node is of another profile than the nodes before
   */
  @Override
  public void preVisit(ProfileNode node) {
    if (node.isShell()) {
      return;
    }
    if (tree != null && tree != node.tree()) {
      throw new IllegalArgumentException(
          "a WasteVisitor visits one profile only; create another one");
    }
    tree = node.tree();
    tally.enter(tree, node.index());
    if (!inspected.get(node.index())) {
      inspected.set(node.index());
      inspect(tree, node.index());
    }
  }

  @Override
  public void postVisit(ProfileNode node) {
    if (!node.isShell()) {
      tally.leave();
    }
  }

  /** Returns the findings, the largest saving first: one for each kind, class and path. */
  public List<Finding> findings() {
    return tally.findings();
  }

  /** Returns the bytes that could be saved in total. */
  public DataSize saving() {
    return tally.total();
  }

  private void inspect(SpanningTree profile, int number) {
    Object object = profile.object(number);
    Class<?> type = object.getClass();
    if (type == String.class) {
      if (kinds.contains(Waste.REPEATED_STRINGS)) {
        tally.add(Waste.REPEATED_STRINGS, duplicates.stringWaste(profile, number));
      }
    } else if (DuplicateValues.isBox(type)) {
      if (kinds.contains(Waste.REPEATED_BOXES)) {
        tally.add(Waste.REPEATED_BOXES, duplicates.boxWaste(profile, number));
      }
    } else if (object instanceof Object[] array) {
      if (kinds.contains(Waste.UNUSED_CAPACITY)
          && (number == 0 || referrers.isReplaceable(profile, number))) {
        tally.add(Waste.UNUSED_CAPACITY, trailingNullBytes(array));
      }
    } else {
      ContainerLayout layout = layouts.of(object);
      if (layout != null) {
        inspectContainer(profile, number, layout, layout.elementCount(object, layouts));
      }
    }
  }

  private void inspectContainer(
      SpanningTree profile, int number, ContainerLayout layout, long size) {
    boolean isReplaced = addReplacement(profile, number, layout, size);
    if (!isReplaced && size >= 0 && kinds.contains(Waste.UNUSED_CAPACITY)) {
      addUnusedCapacity(profile, number, layout, size);
    }
  }

  /** Adds the saving of replacing a whole container; returns whether there is one. */
  private boolean addReplacement(
      SpanningTree profile, int number, ContainerLayout layout, long size) {
    boolean isReplaceable =
        number > 0
            && layout.isExactClass
            && layout.kind != ContainerKind.OTHER
            && referrers.isReplaceable(profile, number);
    if (!isReplaceable) {
      return false;
    }
    if (size == 0) {
      return kinds.contains(Waste.EMPTY_COLLECTIONS) && claimEmpty(profile, number);
    }
    return size == 1
        && layout.kind != ContainerKind.LIST
        && kinds.contains(Waste.ONE_ELEMENT_MAPS)
        && claimOneElement(profile, number, layout);
  }

  private boolean claimEmpty(SpanningTree profile, int number) {
    ExclusiveParts parts = ExclusiveParts.of(profile, layouts, number);
    claim(parts);
    tally.add(Waste.EMPTY_COLLECTIONS, parts.bytes());
    return parts.bytes() > 0;
  }

  private boolean claimOneElement(SpanningTree profile, int number, ContainerLayout layout) {
    ExclusiveParts parts = ExclusiveParts.of(profile, layouts, number);
    Object replacement = replacements.ofOneElement(layout.kind, parts.holdsNull());
    long saving = parts.bytes() - ObjectMemory.sizeOf(replacement);
    if (saving <= 0 || !referrers.acceptsType(profile, number, replacement.getClass())) {
      return false;
    }
    claim(parts);
    tally.add(Waste.ONE_ELEMENT_MAPS, saving);
    return true;
  }

  /** Excludes the parts of a collection from further findings, so that savings do not overlap. */
  private void claim(ExclusiveParts parts) {
    parts.numbers().forEach(inspected::set);
  }

  private void addUnusedCapacity(
      SpanningTree profile, int number, ContainerLayout layout, long size) {
    Object collection = profile.object(number);
    Object array = layout.array(collection);
    long requiredLength = layout.requiredLength(collection, size);
    if (array == null
        || layout.isSharedEmptyArray(array)
        || requiredLength >= Array.getLength(array)) {
      return;
    }
    int child = profile.childNumber(number, array);
    if (child != SpanningTree.NONE && profile.referenceCount(child) == 1) {
      inspected.set(child);
      long compact =
          requiredLength == ArrayCapacity.NO_ARRAY ? 0 : replacements.sizeOf(array, requiredLength);
      tally.add(Waste.UNUSED_CAPACITY, ObjectMemory.sizeOf(array) - compact);
    }
  }

  /**
   * Returns the bytes of the nulls at the end of an array; 0 if there are nulls before, as in a
   * table.
   */
  private long trailingNullBytes(Object[] array) {
    int used = array.length;
    while (used > 0 && array[used - 1] == null) {
      used--;
    }
    for (int i = 0; i < used; i++) {
      if (array[i] == null) {
        return 0;
      }
    }
    return used == array.length
        ? 0
        : replacements.sizeOf(array, array.length) - replacements.sizeOf(array, used);
  }
}
