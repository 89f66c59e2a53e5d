package dev.tare.heap;

import static java.nio.channels.FileChannel.MapMode.READ_WRITE;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Measures memory segments through reflection: they are an incubator module in JDK 17 and final
 * from 22 on, and neither is available when this is compiled.
 */
public final class SegmentsProbe {

  private static final boolean IS_FINAL = Runtime.version().feature() >= 22;
  private static final String HOME = IS_FINAL ? "java.lang.foreign." : "jdk.incubator.foreign.";
  private static final ObjectGraph GRAPH = ObjectGraph.open();

  private SegmentsProbe() {}

  public static void main(String[] arguments) throws Exception {
    Object owner = owner(IS_FINAL ? "ofConfined" : "newConfinedScope");
    Object segment = allocated(owner, 4096);
    Object slice = call(segment, "MemorySegment", "asSlice", 16L, 8L);
    Object other = call(segment, "MemorySegment", "asSlice", 100L, 500L);
    print("block and slices", segment, slice, other);
    print("slice alone", slice);
    print("view", call(segment, "MemorySegment", "asByteBuffer"));
    print("two blocks", slice, allocated(owner, 1000));
    print("block and buffer", segment, ByteBuffer.allocateDirect(3000));
    call(owner, IS_FINAL ? "Arena" : "ResourceScope", "close");
    print("closed", segment, slice);
    Object forAll = owner(IS_FINAL ? "ofShared" : "newSharedScope");
    print("shared", allocated(forAll, 256));
    Object collected = allocated(owner(IS_FINAL ? "ofAuto" : "newImplicitScope"), 512);
    print("collected", collected);
    System.out.println("retained " + GRAPH.retained(collected).retained().offHeap().bytes());
    print("nobody's", allocated(owner(IS_FINAL ? "global" : "globalScope"), 4096));
    mapped(forAll);
  }

  private static void mapped(Object owner) throws Exception {
    Path file = Files.createTempFile("segments", ".bin");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      Object segment =
          IS_FINAL
              ? FileChannel.class
                  .getMethod(
                      "map", FileChannel.MapMode.class, long.class, long.class, type("Arena"))
                  .invoke(channel, READ_WRITE, 0L, 8192L, owner)
              : call(null, "MemorySegment", "mapFile", file, 0L, 8192L, READ_WRITE, owner);
      print("mapped", segment, call(segment, "MemorySegment", "asSlice", 0L, 8L));
      print("mapped buffer", channel.map(READ_WRITE, 0, 8192));
    } finally {
      Files.delete(file);
    }
  }

  private static void print(String what, Object... value) {
    long offHeap = GRAPH.footprint(value).offHeap().bytes();
    System.out.println(what + " " + offHeap);
  }

  private static Object owner(String name) throws Exception {
    return call(null, IS_FINAL ? "Arena" : "ResourceScope", name);
  }

  private static Object allocated(Object owner, long bytes) throws Exception {
    return IS_FINAL
        ? call(owner, "SegmentAllocator", "allocate", bytes)
        : call(null, "MemorySegment", "allocateNative", bytes, owner);
  }

  private static Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName(HOME + name);
  }

  /** Calls the only method whose parameters fit the arguments. */
  private static Object call(
      @Nullable Object target, String owner, String name, Object... arguments) throws Exception {
    for (Method method : type(owner).getMethods()) {
      if (method.getName().equals(name) && fits(method.getParameterTypes(), arguments)) {
        return method.invoke(target, arguments);
      }
    }
    throw new NoSuchMethodException(owner + "." + name + Arrays.toString(arguments));
  }

  private static boolean fits(Class<?>[] parameters, Object[] arguments) {
    if (parameters.length != arguments.length) {
      return false;
    }
    for (int i = 0; i < parameters.length; i++) {
      boolean number = parameters[i] == long.class && arguments[i] instanceof Long;
      if (!number && !parameters[i].isInstance(arguments[i])) {
        return false;
      }
    }
    return true;
  }
}
