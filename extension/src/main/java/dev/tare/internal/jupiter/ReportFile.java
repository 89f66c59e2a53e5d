package dev.tare.internal.jupiter;

import dev.tare.extension.Configuration;
import dev.tare.internal.render.FailureMessage;
import dev.tare.model.Report;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.function.ThrowingConsumer;

/**
 * Publishes the whole report of a test as a file, which JUnit 5.12 and newer attach to the test.
 */
final class ReportFile {

  private static final String NAME = "tare.txt";

  private static final Optional<Method> PUBLISH =
      Stream.of("org.junit.jupiter.api.MediaType", "org.junit.jupiter.api.extension.MediaType")
          .flatMap(mediaType -> publishing(mediaType).stream())
          .findFirst();

  private ReportFile() {}

  /** Publishes a report, unless JUnit has no such files or the suite wants no files. */
  static void publish(Report report, ExtensionContext test, Configuration configuration) {
    if (PUBLISH.isEmpty() || configuration.reportDirectory().isEmpty()) {
      return;
    }
    ThrowingConsumer<Path> writer =
        file -> Files.writeString(file, FailureMessage.whole(report) + "\n");
    Method publish = PUBLISH.get();
    try {
      Object text = publish.getParameterTypes()[1].getField("TEXT_PLAIN_UTF_8").get(null);
      publish.invoke(test, NAME, text, writer);
    } catch (ReflectiveOperationException e) {
      // JUnit could not write this copy of the report, and the test fails with its message anyway
    }
  }

  /** Returns the method that publishes a file; empty for a JUnit without it or with other types. */
  private static Optional<Method> publishing(String mediaType) {
    try {
      ClassLoader loader = ExtensionContext.class.getClassLoader();
      return Optional.of(
          ExtensionContext.class.getMethod(
              "publishFile",
              String.class,
              Class.forName(mediaType, false, loader),
              ThrowingConsumer.class));
    } catch (ClassNotFoundException | NoSuchMethodException e) {
      return Optional.empty();
    }
  }
}
