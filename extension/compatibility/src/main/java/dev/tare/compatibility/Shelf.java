package dev.tare.compatibility;

/** The code under test: it keeps what it is given. */
final class Shelf {

  private final byte[] content;

  Shelf(int bytes) {
    content = new byte[bytes];
  }

  byte[] content() {
    return content;
  }
}
