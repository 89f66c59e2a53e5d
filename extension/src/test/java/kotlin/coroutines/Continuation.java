package kotlin.coroutines;

/** Stands for the last parameter that Kotlin's compiler adds to each suspend function. */
public interface Continuation<T> {}
