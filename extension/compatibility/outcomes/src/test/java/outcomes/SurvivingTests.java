package outcomes;

import dev.tare.survival.MaxSurvivingBytes;
import dev.tare.survival.MaxSurvivors;
import dev.tare.survival.NoSurvivors;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Objects that a call leaves behind. */
class SurvivingTests {

  private static final List<Object> LIST = new ArrayList<>(20_000);
  private static final List<Object> SMALL_LIST = new ArrayList<>();
  private static final ArrayDeque<Object> QUEUE = new ArrayDeque<>(20_000);
  private static final Map<Object, Object> MAP = new HashMap<>(20_000);
  private static final Map<Object, Object> TREE = new TreeMap<>();
  private static final Map<Object, Object> WEAK = new WeakHashMap<>(20_000);
  private static final Set<Object> SET = new HashSet<>(20_000);
  private static final Map<Object, Object> CONCURRENT = new ConcurrentHashMap<>(20_000);
  private static final StringBuilder TEXT = new StringBuilder(20_000);
  private static final Map<Integer, Object> BOUNDED =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Object> eldest) {
          return size() > 10;
        }
      };
  private static final Map<Integer, Object> LARGE_BOUNDED =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Object> eldest) {
          return size() > 200;
        }
      };
  private static final Object[] SLOTS = new Object[20_000];
  private static final ExecutorService POOL = Executors.newSingleThreadExecutor();
  private static Object last;
  private static Entry chain;

  private final List<Object> field = new ArrayList<>(20_000);
  private int calls;

  record Entry(byte[] content, Entry next) {
    Entry() {
      this(new byte[84], null);
    }
  }

  interface Listener {
    void changed();
  }

  record OwnListener(int number) implements Listener {
    @Override
    public void changed() {}
  }

  @NoSurvivors
  int leavesNothing() {
    return new byte[10_000].length;
  }

  @NoSurvivors
  Object returnsWhatItCreates() {
    return new byte[10_000];
  }

  @NoSurvivors
  void list() {
    LIST.add(new Entry());
  }

  @MaxSurvivingBytes("128 B")
  void atItsLimit() {
    LIST.add(new Entry());
  }

  @MaxSurvivingBytes("127 B")
  void oneByteAboveItsLimit() {
    LIST.add(new Entry());
  }

  @MaxSurvivingBytes("1 KiB")
  void listThatGrows() {
    SMALL_LIST.add(new Entry());
  }

  @NoSurvivors
  void threeObjects() {
    LIST.add(new Entry());
    LIST.add(new Entry());
    LIST.add(new Entry());
  }

  @NoSurvivors
  void queueThatIsEmptied() {
    QUEUE.add(new Entry());
    QUEUE.remove();
  }

  @NoSurvivors
  void queueThatIsEmptiedNowAndThen() {
    QUEUE.add(new Entry());
    if (QUEUE.size() == 7) {
      QUEUE.clear();
    }
  }

  @NoSurvivors
  void map() {
    MAP.put(calls++, new Entry());
  }

  @NoSurvivors
  void mapWithOneKey() {
    MAP.put("key", new Entry());
  }

  @NoSurvivors
  void tree() {
    TREE.put(1_000 + calls++, "x");
  }

  @NoSurvivors
  void set() {
    SET.add(new Object());
  }

  @NoSurvivors
  void concurrentMap() {
    CONCURRENT.put(1_000 + calls++, new Entry());
  }

  @NoSurvivors
  void weakMap() {
    WEAK.put(new Entry(), "x");
  }

  @NoSurvivors
  void weakMapWithStrongValues() {
    Object key = new Object();
    WEAK.put(key, List.of(key));
  }

  @NoSurvivors
  void weakReferences() {
    LIST.add(new WeakReference<>(new Entry()));
  }

  @NoSurvivors
  void softReferences() {
    LIST.add(new SoftReference<>(new Entry()));
  }

  @NoSurvivors
  void boundedCache() {
    BOUNDED.put(calls++, new Entry());
  }

  @MaxSurvivingBytes(value = "0 B", warmups = 300)
  void largeBoundedCacheWarmedUp() {
    LARGE_BOUNDED.put(calls++, new Entry());
  }

  @NoSurvivors
  void replacesAnObject() {
    last = new Entry();
  }

  @NoSurvivors
  void firstCallOnly() {
    if (calls++ == 0) {
      LIST.add(new Entry());
    }
  }

  @NoSurvivors
  void everySecondCall() {
    if (calls++ % 2 == 0) {
      LIST.add(new Entry());
    }
  }

  @NoSurvivors
  void everyThirdCall() {
    if (calls++ % 3 == 0) {
      LIST.add(new Entry());
    }
  }

  @MaxSurvivingBytes(value = "0 B", calls = 100, rounds = 2)
  void everyTenthCallInLongRounds() {
    if (calls++ % 10 == 0) {
      LIST.add(new Entry());
    }
  }

  @NoSurvivors
  void chain() {
    chain = new Entry(new byte[84], chain);
  }

  @NoSurvivors
  void slots() {
    SLOTS[calls++ % SLOTS.length] = new Entry();
  }

  @NoSurvivors
  void textWithinItsCapacity() {
    TEXT.append("row;");
  }

  @NoSurvivors
  void textOfStrings() {
    LIST.add("text " + calls++);
  }

  @NoSurvivors
  void lambdas() {
    int captured = calls++;
    LIST.add((Runnable) () -> calls = captured);
  }

  @NoSurvivors
  void lambdasWithoutCapture() {
    LIST.add((Runnable) () -> {});
  }

  @NoSurvivors
  void boxes() {
    LIST.add(1_000 + calls++);
  }

  @NoSurvivors
  void literals() {
    LIST.add("literal");
  }

  @NoSurvivors
  void directBuffers() {
    LIST.add(ByteBuffer.allocateDirect(1_000));
  }

  @NoSurvivors
  void arraysOfArrays() {
    LIST.add(new int[2][10]);
  }

  @NoSurvivors
  void fieldOfTheTest() {
    field.add(new Entry());
  }

  @NoSurvivors
  void workOfAPool() throws Exception {
    POOL.submit(() -> LIST.add(new Entry())).get();
  }

  @NoSurvivors
  void poolThatKeepsNothing() throws Exception {
    POOL.submit(() -> new Entry()).get();
  }

  @NoSurvivors
  void internedStrings() {
    LIST.add(("interned " + calls++).intern());
  }

  @MaxSurvivors(value = 0, type = Entry.class)
  void objectsOfAType() {
    LIST.add(new Entry());
  }

  @MaxSurvivors(value = 1, type = Entry.class)
  void objectsOfATypeWithin() {
    LIST.add(new Entry());
  }

  @MaxSurvivors(value = 0, type = OwnListener.class)
  void objectsOfAnotherType() {
    LIST.add(new Entry());
  }

  @MaxSurvivors(value = 0, type = Listener.class)
  void objectsOfAnInterface() {
    LIST.add(new OwnListener(calls++));
  }

  @MaxSurvivors(value = 0, type = Listener.class)
  void lambdasOfAnInterface() {
    int captured = calls++;
    Listener listener = () -> calls = captured;
    LIST.add(listener);
  }

  @MaxSurvivors(2)
  void allObjects() {
    LIST.add(new Entry());
  }

  @MaxSurvivors(value = 1)
  void allObjectsAboveTheLimit() {
    LIST.add(new Entry());
  }

  @MaxSurvivingBytes(value = "0 B", type = byte[].class)
  void bytesOfAType() {
    LIST.add(new Entry());
  }

  @MaxSurvivors(value = 0, packageOf = SurvivingTests.class)
  void objectsOfAPackage() {
    LIST.add(new Entry());
  }

  @MaxSurvivingBytes(value = "0 B", packageOf = String.class)
  void bytesOfAnotherPackage() {
    LIST.add(new Entry());
  }

  @Test
  @NoSurvivors
  void throwsAnException() {
    throw new IllegalStateException("the body is broken");
  }
}
