package dev.tare.broken.allocation;

public record Prints() {

  void print() {
    System.out.println("printed");
  }
}
