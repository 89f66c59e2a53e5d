package dev.tare.internal.agent;

import dev.tare.internal.agent.jit.OptimizerHold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.JMException;

/**
 * Makes the compilation of some classes synchronous until this is closed: a call that triggers a
 * compilation waits for its end. So code is optimized after the same number of calls however few
 * processors other programs leave to the compiler.
 */
public final class SynchronousCompilation implements AutoCloseable {

  private SynchronousCompilation() {}

  /** Starts it for classes, their nested classes, and the stubs in their packages. */
  public static SynchronousCompilation of(Class<?>... types) throws IOException, JMException {
    OptimizerHold.release(); // whose directive must not be below that of this class
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
      String output =
          DiagnosticCommand.execute("compilerDirectivesAdd", '"' + file.toString() + '"');
      if (!output.startsWith("1 ")) {
        throw new IllegalStateException(output);
      }
    } finally {
      Files.delete(file);
    }
    return new SynchronousCompilation();
  }

  @Override
  public void close() throws JMException {
    OptimizerHold.release(); // whose directive is the last one, which is removed below
    DiagnosticCommand.execute("compilerDirectivesRemove");
  }
}
