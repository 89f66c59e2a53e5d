package dev.tare.internal.allocation;

import dev.tare.body.TestBody;
import org.jspecify.annotations.Nullable;

/** A body that does nothing. */
record EmptyBody() implements TestBody {

  @Override
  public void run() {}

  @Override
  public void repeat(long n) {}

  @Override
  public @Nullable Object call() {
    return null;
  }

  @Override
  public boolean returnsValue() {
    return false;
  }
}
