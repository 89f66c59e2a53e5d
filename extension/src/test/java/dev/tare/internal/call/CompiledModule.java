package dev.tare.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Supplier;
import java.util.spi.ToolProvider;

/** Compiles a module and loads it in its own layer. */
public final class CompiledModule {

  private CompiledModule() {}

  /**
   * Returns an object created in the module, whose constructors are not accessible outside.
   *
   * @param folder an empty folder
   * @param declaration the module declaration, which provides a supplier of the object
   * @param source source code of the supplier, the public class {@code Supplying}
   */
  public static Object instance(Path folder, String declaration, String source) throws IOException {
    Path classes = compile(folder, declaration, source);
    ModuleFinder finder = ModuleFinder.of(classes);
    String name = finder.findAll().iterator().next().descriptor().name();
    Configuration configuration =
        ModuleLayer.boot().configuration().resolve(finder, ModuleFinder.of(), Set.of(name));
    ClassLoader parent = ClassLoader.getSystemClassLoader();
    ModuleLayer layer = ModuleLayer.boot().defineModulesWithOneLoader(configuration, parent);
    Supplier<?> supplier = ServiceLoader.load(layer, Supplier.class).findFirst().orElseThrow();
    return supplier.get();
  }

  private static Path compile(Path folder, String declaration, String source) throws IOException {
    Path module = Files.writeString(folder.resolve("module-info.java"), declaration);
    Path supplying = Files.writeString(folder.resolve("Supplying.java"), source);
    Path classes = Files.createDirectory(folder.resolve("classes"));
    StringWriter messages = new StringWriter();
    PrintWriter printer = new PrintWriter(messages);
    int status =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                printer,
                printer,
                "-d",
                classes.toString(),
                "-proc:none",
                module.toString(),
                supplying.toString());
    assertThat(status).as(messages.toString()).isZero();
    return classes;
  }
}
