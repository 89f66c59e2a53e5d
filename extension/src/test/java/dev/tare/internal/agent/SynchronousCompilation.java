package dev.tare.internal.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.JMException;

/**
 * Makes compilation of some classes synchronous while this is open: a call that triggers a
 * compilation waits for its end. So after how many calls code is optimized is a matter of the
 * calls, and not of how many processors other programs leave to the compiler.
 */
public final class SynchronousCompilation implements AutoCloseable {

  private SynchronousCompilation() {}

  /** Opens it for classes, their nested classes, and the stubs in their packages. */
  public static SynchronousCompilation of(Class<?>... types) throws IOException, JMException {
    String patterns =
        Stream.of(types)
            .map(type -> type.getName().replace('.', '/'))
            .flatMap(
                name -> Stream.of(name, name.substring(0, name.lastIndexOf('/') + 1) + "Tare$Call"))
            .distinct()
            .map(pattern -> '"' + pattern + "*.*\"")
            .collect(Collectors.joining(",", "[", "]"));
    Path file = Files.createTempFile("directive", ".json");
    try {
      Files.writeString(file, "[{match:" + patterns + ",BackgroundCompilation:false}]");
      String answer = DiagnosticCommand.give("compilerDirectivesAdd", '"' + file.toString() + '"');
      if (!answer.startsWith("1 ")) {
        throw new IllegalStateException(answer);
      }
    } finally {
      Files.delete(file);
    }
    return new SynchronousCompilation();
  }

  @Override
  public void close() throws JMException {
    DiagnosticCommand.give("compilerDirectivesRemove");
  }
}
