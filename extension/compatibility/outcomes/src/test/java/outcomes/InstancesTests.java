package outcomes;

import dev.tare.retained.Kind;
import dev.tare.retained.MaxInstances;
import dev.tare.retained.Retained;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Objects of a type that a value keeps alive. */
class InstancesTests {

  private static final List<String> SHARED = new ArrayList<>(List.of(new String("a")));

  interface Fruit {}

  record Apple(String name) implements Fruit {}

  record Pear() implements Fruit {}

  @MaxInstances(type = Integer.class, value = 10)
  List<Integer> atItsLimit() {
    return IntStream.range(1_000, 1_010).boxed().toList();
  }

  @MaxInstances(type = Integer.class, value = 9)
  List<Integer> oneAboveItsLimit() {
    return IntStream.range(1_000, 1_010).boxed().toList();
  }

  @MaxInstances(type = Integer.class, value = 0)
  List<Integer> smallBoxes() {
    return IntStream.range(0, 10).boxed().toList();
  }

  @MaxInstances(type = String.class, value = 0)
  List<Integer> noneOfTheType() {
    return List.of(1_000);
  }

  @MaxInstances(type = Fruit.class, value = 1)
  Object anInterface() {
    return List.of(new Apple("a"), new Pear());
  }

  @MaxInstances(type = Apple.class, value = 1)
  @MaxInstances(type = Pear.class, value = 0)
  Object twoLimits() {
    return List.of(new Apple("a"), new Pear());
  }

  @MaxInstances(type = Object.class, value = 5)
  Object allObjects() {
    return List.of(new Apple("a"), new Pear());
  }

  @MaxInstances(type = byte[].class, value = 2)
  Object arrays() {
    return new byte[3][10];
  }

  @MaxInstances(type = Object[].class, value = 0)
  Object arraysOfObjects() {
    return new byte[3][10];
  }

  @MaxInstances(type = String.class, value = 0)
  Object heldElsewhere() {
    return List.copyOf(SHARED);
  }

  @MaxInstances(type = String.class, value = 0, kind = Kind.REACHABLE)
  Object heldElsewhereReachable() {
    return List.copyOf(SHARED);
  }

  @MaxInstances(type = String.class, value = 0)
  Object literals() {
    return new ArrayList<>(List.of("a", "b"));
  }

  @MaxInstances(type = Map.Entry.class, value = 10)
  Object entries() {
    Map<String, Integer> map = new HashMap<>();
    for (int i = 0; i < 12; i++) {
      map.put("key " + i, i);
    }
    return map;
  }

  @MaxInstances(type = Collection.class, value = 1)
  Object collections() {
    return List.of(new ArrayList<>(), new ArrayList<>());
  }

  @MaxInstances(type = Apple.class, value = 0, ignoring = WeakReference.class)
  Object ignored() {
    return List.of(new WeakReference<>(new Apple("a")), new Pear());
  }

  @MaxInstances(type = Apple.class, value = 0)
  Object behindAWeakReference() {
    return new WeakReference<>(new Apple("a"));
  }

  @MaxInstances(type = Apple.class, value = 0)
  Apple theValueItself() {
    return new Apple("a");
  }

  @MaxInstances(type = Apple.class, value = 1)
  Apple nullValue() {
    return null;
  }

  @Test
  void handsOver(@MaxInstances(type = Apple.class, value = 1) Retained<Object> value) {
    value.hold(List.of(new Apple("a")));
  }

  @Test
  void handsOverTooMuch(@MaxInstances(type = Apple.class, value = 1) Retained<Object> value) {
    value.hold(List.of(new Apple("a"), new Apple("b")));
  }

  @Test
  void handsNothingOver(@MaxInstances(type = Apple.class, value = 1) Retained<Object> value) {}
}
