package dev.tare.internal.survival;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Sequences of collections with objects that are created and released between them.
 *
 * <p>{@link #expected} computes the state of each object after each collection by the rules of
 * generational collection. {@link #observed} creates the objects and reads the states from the JVM.
 *
 * @param threshold the number of young collections that an object survives as a young one
 * @param collections the collections in order
 * @param lives when each object is created and let go of
 */
record ObjectHistories(int threshold, List<Collection> collections, List<Life> lives, long seed) {

  /**
   * Number of objects. Their sizes are distinct powers of two, so a sum of sizes identifies them.
   */
  private static final int OBJECTS = 5;

  private static final int COLLECTIONS = 16;

  /** A collection, of young objects only or of all. */
  enum Collection {
    YOUNG,
    FULL
  }

  /** State of an object after a collection. */
  enum State {
    ABSENT("."),
    YOUNG("y"),
    OLD("o"),
    /** Old, not reachable, and not collected since. */
    UNREACHABLE("u"),
    DIED("x"),
    /** Alive where the pools do not show a generation. */
    ALIVE("a");

    final String letter;

    State(String letter) {
      this.letter = letter;
    }
  }

  /**
   * Life of an object.
   *
   * @param created the number of the collection before which it is created
   * @param released the number of the collection before which its last reference is cleared
   */
  record Life(int created, int released) {}

  /**
   * Returns random histories.
   *
   * @param generations whether there are young collections
   */
  static ObjectHistories of(long seed, int threshold, boolean generations) {
    Random random = new Random(seed);
    List<Collection> collections = new ArrayList<>();
    for (int i = 0; i < COLLECTIONS; i++) {
      boolean young = generations && random.nextInt(8) > 0;
      collections.add(young ? Collection.YOUNG : Collection.FULL);
    }
    List<Life> lives = new ArrayList<>();
    for (int i = 0; i < OBJECTS; i++) {
      int created = random.nextInt(COLLECTIONS / 2);
      lives.add(new Life(created, created + 1 + random.nextInt(COLLECTIONS - created)));
    }
    return new ObjectHistories(threshold, List.copyOf(collections), List.copyOf(lives), seed);
  }

  /** Returns the states of each object after each collection, by the rules. */
  List<List<State>> expected() {
    return lives.stream().map(this::expected).toList();
  }

  private List<State> expected(Life life) {
    List<State> states = new ArrayList<>();
    State state = State.ABSENT;
    int age = 0;
    for (int i = 0; i < collections.size(); i++) {
      boolean reachable = i >= life.created && i < life.released;
      if (i == life.created) {
        state = State.YOUNG;
      }
      if (state != State.ABSENT && state != State.DIED) {
        state = next(state, age++, reachable, collections.get(i));
      }
      states.add(state);
    }
    return states;
  }

  private State next(State state, int age, boolean reachable, Collection collection) {
    if (collection == Collection.FULL) {
      return reachable ? State.OLD : State.DIED;
    }
    if (state == State.YOUNG && age < threshold) {
      return reachable ? State.YOUNG : State.DIED;
    }
    // A young collection that makes a weak reference old treats it as a strong one: HotSpot finds
    // weak references to clear among young objects only, and looks at the copy, which is old.
    return reachable ? State.OLD : State.UNREACHABLE;
  }

  /** Returns the states of each object after each collection, as read from the JVM. */
  List<List<State>> observed(HistoryJvm jvm) {
    List<List<State>> states = new ArrayList<>();
    lives.forEach(life -> states.add(new ArrayList<>()));
    jvm.begin(lives.size());
    for (int i = 0; i < collections.size(); i++) {
      for (int object = 0; object < lives.size(); object++) {
        if (lives.get(object).created == i) {
          jvm.create(object);
        }
        if (lives.get(object).released == i) {
          jvm.release(object);
        }
      }
      jvm.collect(collections.get(i));
      for (int object = 0; object < lives.size(); object++) {
        boolean created = lives.get(object).created <= i;
        boolean held = i < lives.get(object).released;
        states.get(object).add(created ? jvm.state(object, held) : State.ABSENT);
      }
    }
    return states;
  }

  /** Returns a table with a row for each object and a column for each collection. */
  String table(String title, List<List<State>> states) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT, "%s, seed %d, threshold %d%n%-12s", title, seed, threshold, "object"));
    collections.forEach(kind -> text.append(kind == Collection.YOUNG ? " Y" : " F"));
    for (int object = 0; object < states.size(); object++) {
      text.append(String.format(Locale.ROOT, "%n%-12s", HistoryJvm.bytes(object) / 1024 + " KiB"));
      states.get(object).forEach(state -> text.append(' ').append(state.letter));
    }
    return text.toString();
  }
}
