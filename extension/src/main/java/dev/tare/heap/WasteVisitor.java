package dev.tare.heap;

import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ContainerArrays;
import dev.tare.internal.heap.memory.ContainerArrays.ContainerArray;
import dev.tare.internal.heap.memory.DeclaredFields;
import dev.tare.internal.heap.memory.HeapAccess;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.walk.BreadthFirst;
import dev.tare.internal.heap.walk.PathNode;
import dev.tare.internal.heap.walk.SpanningTree;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * its most compact equivalent. Savings do not overlap, so they can be added up. Only fields are
 * read: no method of a visited object is called, except of strings and boxes.
 *
 * <p>Limits:
 *
 * <ul>
 *   <li>References from outside the profile are not visible, although they may keep redundant
 *       objects alive. If that matters, visit an {@link ObjectGraph#retainedProfile}.
 *   <li>Savings are for the layout of this JVM, even if the profile was made for another one.
 *   <li>Collections are those of {@code java.util} and {@code java.util.concurrent} with spare
 *       capacity.
 *   <li>A visitor is for one profile. It needs about 50 bytes for each different string and box,
 *       and may count references as {@link ProfileNode#refCount} does.
 * </ul>
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class WasteVisitor implements NodeVisitor {

  private static final Set<Class<?>> BOXES =
      Set.of(
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          Character.class,
          Boolean.class);

  private static final Comparator<Finding> LARGEST_FIRST =
      Comparator.<Finding>comparingLong(finding -> finding.saving().bytes())
          .reversed()
          .thenComparing(Finding::path)
          .thenComparing(Finding::type)
          .thenComparing(Finding::waste);

  /** Largest number of paths kept apart, as in {@link BreadthFirst}. */
  private static final int MAX_PATHS = 20_000;

  /** Kind and path of a saving; the path includes the class. */
  private record WasteKey(Waste waste, PathNode path) {}

  private static final class WasteSum {
    long objects;
    long bytes;
  }

  /** Characters that several strings refer to. */
  private static final class SharedCharacters {
    int references;
    int repeats;
  }

  private final long characters;
  private final ContainerArrays containers = new ContainerArrays();
  private final Set<Object> values = new HashSet<>();
  private final IdentityHashMap<Object, SharedCharacters> shared = new IdentityHashMap<>();
  private final BitSet inspected = new BitSet();
  private final int alignment = Layout.current().alignmentBytes();
  private final Map<WasteKey, WasteSum> sums = new LinkedHashMap<>();
  private final Deque<PathNode> openPaths = new ArrayDeque<>();
  private final PathNode furtherPaths = new PathNode(Object.class);
  private int paths;
  private @Nullable SpanningTree tree;

  /**
   * Creates a visitor that finds all kinds of waste.
   *
   * @throws UnweighableException if this JVM does not allow an agent to be loaded
   */
  public WasteVisitor() {
    HeapAccess.require();
    this.characters = DeclaredFields.offset(String.class, "value");
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
    PathNode path = path(tree, node.index());
    path.objects++;
    openPaths.push(path);
    if (!inspected.get(node.index())) {
      inspected.set(node.index());
      inspect(tree, node.index(), path);
    }
  }

  @Override
  public void postVisit(ProfileNode node) {
    if (!node.isShell()) {
      openPaths.pop();
    }
  }

  private PathNode path(SpanningTree profile, int number) {
    Class<?> type = profile.object(number).getClass();
    PathNode parent = openPaths.peek();
    if (parent == null) {
      return new PathNode(type);
    }
    if (paths >= MAX_PATHS) {
      return furtherPaths.child(0, "...", type);
    }
    boolean isElement = profile.object(profile.parent(number)).getClass().isArray();
    PathNode path =
        isElement
            ? parent.child(0, BreadthFirst.ELEMENT, type)
            : parent.child(profile.slot(number), profile.name(number), type);
    paths += path.objects == 0 ? 1 : 0;
    return path;
  }

  /** Returns the findings, the largest saving first: one for each kind, class and path. */
  public List<Finding> findings() {
    return sums.entrySet().stream()
        .map(entry -> finding(entry.getKey(), entry.getValue()))
        .sorted(LARGEST_FIRST)
        .toList();
  }

  private static Finding finding(WasteKey key, WasteSum sum) {
    return new Finding(
        key.waste,
        ClassShape.className(key.path.type()),
        key.path.text(),
        new Count(sum.objects),
        new Count(key.path.objects),
        new DataSize(sum.bytes));
  }

  private void inspect(SpanningTree profile, int number, PathNode path) {
    Object object = profile.object(number);
    if (object instanceof String) {
      add(Waste.REPEATED_STRINGS, path, repeatedCharacters(profile, number));
    } else if (BOXES.contains(object.getClass())) {
      add(Waste.REPEATED_BOXES, path, values.add(object) ? 0 : ObjectMemory.sizeOf(object));
    } else if (object instanceof Object[] array) {
      long unused = trailingNullBytes(array);
      if (unused > 0 && isReplaceable(profile, number)) {
        add(Waste.UNUSED_CAPACITY, path, unused);
      }
    } else {
      ContainerArray array = containers.of(object);
      if (array != null) {
        add(Waste.UNUSED_CAPACITY, path, unusedCapacity(profile, number, array));
      }
    }
  }

  private void add(Waste waste, PathNode path, long bytes) {
    if (bytes > 0) {
      WasteSum sum = sums.computeIfAbsent(new WasteKey(waste, path), unused -> new WasteSum());
      sum.objects++;
      sum.bytes += bytes;
    }
  }

  /**
   * Returns the bytes that would be freed with a string if it repeats an earlier one; otherwise 0.
   */
  private long repeatedCharacters(SpanningTree profile, int number) {
    Object string = profile.object(number);
    Object bytes = ObjectMemory.reference(string, characters);
    if (bytes == null) {
      return 0;
    }
    boolean repeats = !values.add(string);
    int child = profile.childNumber(number, bytes);
    int references = child == SpanningTree.NONE ? 0 : profile.referenceCount(child);
    boolean last = references == 1 || isLast(bytes, repeats, references);
    return repeats ? ObjectMemory.sizeOf(string) + (last ? ObjectMemory.sizeOf(bytes) : 0) : 0;
  }

  /** Returns whether all references to some bytes are now from strings that repeat others. */
  private boolean isLast(Object bytes, boolean repeats, int references) {
    SharedCharacters sharing = shared.computeIfAbsent(bytes, unused -> new SharedCharacters());
    sharing.references = Math.max(sharing.references, references);
    sharing.repeats += repeats ? 1 : 0;
    return sharing.repeats == sharing.references;
  }

  private long unusedCapacity(SpanningTree profile, int number, ContainerArray container) {
    Object array = container.array();
    int length = Array.getLength(array);
    if (length == 0 || container.requiredLength() >= length) {
      return 0;
    }
    int child = profile.childNumber(number, array);
    return child != SpanningTree.NONE && profile.referenceCount(child) == 1
        ? bytesBeyond(array, container.requiredLength())
        : 0;
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
    return bytesBeyond(array, used);
  }

  private long bytesBeyond(Object array, long length) {
    Class<?> type = array.getClass();
    long bytes = ObjectMemory.arrayBase(type) + ObjectMemory.arrayScale(type) * length;
    long size = length == ContainerArrays.NO_ARRAY ? 0 : (bytes + alignment - 1) & -alignment;
    return ObjectMemory.sizeOf(array) - size;
  }

  /**
   * Returns whether an array is the value itself, an element, or in a field that users can set: one
   * that no JDK class declares, or of type {@code Object}.
   */
  private static boolean isReplaceable(SpanningTree profile, int number) {
    if (number == 0) {
      return true;
    }
    Object holder = profile.object(profile.parent(number));
    if (holder.getClass().isArray()) {
      return true;
    }
    long offset = profile.shapes.of(holder).offsets[profile.slot(number)];
    Field field = DeclaredFields.fieldAt(holder.getClass(), offset);
    return field.getType() == Object.class || !JdkModules.isOfTheJdk(field.getDeclaringClass());
  }
}
