package dev.tare.heap;

import dev.tare.internal.heap.memory.HeapAccess;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.tree.ReferrerLookup;
import dev.tare.internal.heap.tree.SpanningTree;
import dev.tare.internal.heap.waste.ArrayCapacity;
import dev.tare.internal.heap.waste.CompactReplacement;
import dev.tare.internal.heap.waste.ContainerLayout;
import dev.tare.internal.heap.waste.ContainerLayout.Kind;
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
 * Finds objects that take more memory than they need, with what could be saved and where.
 *
 * <pre>{@code
 * WasteVisitor waste = new WasteVisitor();
 * ObjectGraph.open().profile(cart).traverse(NodeFilters.all(), waste);
 * waste.findings().forEach(System.out::println);
 * }</pre>
 *
 * <p>Fields are read, no method of a visited object is called, and nothing is changed. A saving is
 * what the graph would lose if what is found were replaced by its thrifty twin; savings do not
 * overlap, so all of them can be had at once: what an empty collection has in reserve, for example,
 * counts for the empty collection alone. Bytes that something outside of the profile refers to are
 * not known to be kept by it: visit an {@link ObjectGraph#retainedProfile} where that matters.
 *
 * <p>Savings are of the layout of this JVM, also where the profile was made for another one. Of
 * collections, those of {@code java.util} and {@code java.util.concurrent} that have room in
 * reserve are known, and their subclasses as far as room goes. A visitor is for one profile. It
 * keeps some 60 bytes for each different string and box, and counts references, as {@link
 * ProfileNode#refCount} does, if it finds anything that they matter for.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class WasteVisitor implements NodeVisitor {

  private final Set<Waste> wanted;
  private final WasteTally savings = new WasteTally();
  private final ContainerLayouts holdings = new ContainerLayouts();
  private final ReferrerLookup places = new ReferrerLookup();
  private final CompactReplacement twins = new CompactReplacement();
  private final DuplicateValues repeats = new DuplicateValues();
  private final BitSet done = new BitSet();
  private @Nullable SpanningTree tree;

  /**
   * A visitor that finds some kinds of waste.
   *
   * @param wanted which; all of them if none is named
   * @throws UnweighableException if this JVM lets no agent in
   */
  public WasteVisitor(Waste... wanted) {
    HeapAccess.require();
    this.wanted = wanted.length == 0 ? EnumSet.allOf(Waste.class) : Set.of(wanted);
  }

  /**
   * @throws IllegalArgumentException if the node is of another profile than those before it
   */
  @Override
  public void preVisit(ProfileNode node) {
    if (node.isShell()) {
      return;
    }
    if (tree != null && tree != node.tree()) {
      throw new IllegalArgumentException("a visitor of waste is for one profile; make another one");
    }
    tree = node.tree();
    savings.enter(tree, node.index());
    if (!done.get(node.index())) {
      done.set(node.index());
      inspect(tree, node.index());
    }
  }

  @Override
  public void postVisit(ProfileNode node) {
    if (!node.isShell()) {
      savings.leave();
    }
  }

  /** What was found, the largest saving first; one row for each kind, class and path. */
  public List<Finding> findings() {
    return savings.findings();
  }

  /** The bytes that could be saved in all. */
  public DataSize saving() {
    return savings.total();
  }

  private void inspect(SpanningTree of, int number) {
    Object object = of.object(number);
    Class<?> type = object.getClass();
    if (type == String.class) {
      if (wanted.contains(Waste.REPEATED_STRINGS)) {
        savings.add(Waste.REPEATED_STRINGS, repeats.string(of, number));
      }
    } else if (DuplicateValues.isBox(type)) {
      if (wanted.contains(Waste.REPEATED_BOXES)) {
        savings.add(Waste.REPEATED_BOXES, repeats.box(of, number));
      }
    } else if (object instanceof Object[] array) {
      if (wanted.contains(Waste.UNUSED_CAPACITY) && (number == 0 || places.isFree(of, number))) {
        savings.add(Waste.UNUSED_CAPACITY, nulls(array));
      }
    } else {
      ContainerLayout holding = holdings.of(object);
      if (holding != null) {
        inspect(of, number, holding, holding.held(object, holdings));
      }
    }
  }

  private void inspect(SpanningTree of, int number, ContainerLayout holding, long held) {
    boolean replaceable =
        number > 0 && holding.exact && holding.kind != Kind.OTHER && places.isFree(of, number);
    boolean saved =
        replaceable
            && ((held == 0 && wanted.contains(Waste.EMPTY_COLLECTIONS) && empty(of, number))
                || (held == 1
                    && holding.kind != Kind.LIST
                    && wanted.contains(Waste.ONE_ELEMENT_MAPS)
                    && one(of, number, holding)));
    if (!saved && held >= 0 && wanted.contains(Waste.UNUSED_CAPACITY)) {
      unused(of, number, holding, held);
    }
  }

  private boolean empty(SpanningTree of, int number) {
    ExclusiveParts parts = ExclusiveParts.of(of, holdings, number);
    claim(parts);
    savings.add(Waste.EMPTY_COLLECTIONS, parts.bytes());
    return parts.bytes() > 0;
  }

  private boolean one(SpanningTree of, int number, ContainerLayout holding) {
    ExclusiveParts parts = ExclusiveParts.of(of, holdings, number);
    Object twin = twins.ofOne(holding.kind, parts.holdsNull());
    long saving = parts.bytes() - ObjectMemory.sizeOf(twin);
    if (saving <= 0 || !places.accepts(of, number, twin.getClass())) {
      return false;
    }
    claim(parts);
    savings.add(Waste.ONE_ELEMENT_MAPS, saving);
    return true;
  }

  private void claim(ExclusiveParts parts) {
    parts.numbers().forEach(done::set);
  }

  private void unused(SpanningTree of, int number, ContainerLayout holding, long held) {
    Object collection = of.object(number);
    Object array = holding.array(collection);
    long needed = holding.needed(collection, held);
    if (array == null || holding.shares(array) || needed >= Array.getLength(array)) {
      return;
    }
    int child = of.childNumber(number, array);
    if (child != SpanningTree.NONE && of.referenceCount(child) == 1) {
      done.set(child);
      long thrifty = needed == ArrayCapacity.NO_ARRAY ? 0 : twins.sizeOf(array, needed);
      savings.add(Waste.UNUSED_CAPACITY, ObjectMemory.sizeOf(array) - thrifty);
    }
  }

  /** What an array takes for the nulls at its end; 0 if there are others before, as in a table. */
  private long nulls(Object[] array) {
    int used = array.length;
    while (used > 0 && array[used - 1] == null) {
      used--;
    }
    for (int i = 0; i < used; i++) {
      if (array[i] == null) {
        return 0;
      }
    }
    return used == array.length ? 0 : twins.sizeOf(array, array.length) - twins.sizeOf(array, used);
  }
}
