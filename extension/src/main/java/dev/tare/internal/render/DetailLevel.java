package dev.tare.internal.render;

/**
 * How much of a verdict is printed.
 *
 * @param rows maximum number of rows of a breakdown
 * @param path maximum number of lines of the path to an object
 * @param listed maximum number of savings and of other holders
 * @param notes maximum number of notes without a label of their own
 */
record DetailLevel(int rows, int path, int listed, int notes) {

  /** All of it. */
  static final DetailLevel WHOLE =
      new DetailLevel(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

  /** What a failure message shows if its lines suffice. */
  static final DetailLevel MESSAGE = new DetailLevel(5, 5, 2, 2);

  private static final DetailLevel SMALLEST = new DetailLevel(0, 3, 0, 0);

  private static final int PREFERRED_ROWS = 3;

  boolean isWhole() {
    return equals(WHOLE);
  }

  boolean isSmallest() {
    return equals(SMALLEST);
  }

  /** Returns a level with one line less; the smallest one has no smaller one. */
  DetailLevel smaller() {
    if (notes > 1) {
      return new DetailLevel(rows, path, listed, notes - 1);
    }
    if (path > SMALLEST.path) {
      return new DetailLevel(rows, path - 1, listed, notes);
    }
    if (listed > 1) {
      return new DetailLevel(rows, path, listed - 1, notes);
    }
    if (rows > PREFERRED_ROWS) {
      return new DetailLevel(rows - 1, path, listed, notes);
    }
    if (notes > 0) {
      return new DetailLevel(rows, path, listed, notes - 1);
    }
    return listed > 0
        ? new DetailLevel(rows, path, listed - 1, notes)
        : new DetailLevel(rows - 1, path, listed, notes);
  }
}
