package dev.tare.heap;

/** What a walk counted of one class. */
final class Tally {

  final Shape shape;

  /** Whether objects of the class are counted and followed. */
  final boolean entered;

  long objects;
  long bytes;
  long offHeap;

  Tally(Shape shape, boolean entered) {
    this.shape = shape;
    this.entered = entered;
  }

  void count(Object object) {
    objects++;
    if (entered) {
      bytes += shape.sizeOf(object);
      offHeap += shape.offHeap(object);
    }
  }
}
