package dev.tare.examples.ownmetric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/** Checks that a test exceeds its limit of started threads by one. */
final class ExpectsExceeded implements TestExecutionExceptionHandler, AfterEachCallback {

  private final List<String> failures = new ArrayList<>();

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable thrown) {
    failures.add(thrown.getMessage().lines().findFirst().orElse(""));
  }

  @Override
  public void afterEach(ExtensionContext context) {
    String test =
        context.getRequiredTestClass().getSimpleName()
            + "."
            + context.getRequiredTestMethod().getName();
    assertEquals(List.of("Started threads of " + test + "() 1 exceed 0"), failures);
  }
}
