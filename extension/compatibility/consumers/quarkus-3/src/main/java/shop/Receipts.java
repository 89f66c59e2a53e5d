package shop;

import jakarta.inject.Singleton;

/** Prints receipts; a singleton has no proxy. */
@Singleton
public class Receipts {

  private int[] latest = {};

  public void print(int total) {
    latest = new int[] {total};
  }

  public int latest() {
    return latest[0];
  }
}
