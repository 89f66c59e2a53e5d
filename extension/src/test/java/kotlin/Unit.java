package kotlin;

/** The result of functions that return nothing, as in Kotlin's library. */
public final class Unit {

  private Unit() {}
}
