package dev.tare.internal.launch;

/** Prints what identifies the build that started this JVM. */
final class BuildProbe {

  private BuildProbe() {}

  public static void main(String[] arguments) {
    System.out.print(RunningJvm.build());
  }
}
