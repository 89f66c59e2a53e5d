package dev.tare.internal.survival;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.testing.WeavesOrWalks;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import javassist.ClassPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("all objects are counted")
@WeavesOrWalks
class LiveHistogramsTests {

  private static final int CREATED = 12;

  private static Class<?> define(String name) throws Exception {
    return new ClassPool(true)
        .makeClass(LiveHistogramsTests.class.getPackageName() + "." + name)
        .toClass(MethodHandles.lookup());
  }

  @Test
  void nonAsciiClassNamesAreReadCompletely() throws Exception {
    Class<?> type = define("Gr\u00f6\u00dfe");
    Constructor<?> constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    Object[] kept = new Object[CREATED];
    LiveHistograms histograms = new LiveHistograms(2);
    histograms.reserve();

    histograms.take(0);
    for (int i = 0; i < CREATED; i++) {
      kept[i] = constructor.newInstance();
    }
    histograms.take(1);

    assertThat(histograms.difference(0, 1).get(type.getName()))
        .isNotNull()
        .extracting(ClassTotal::objects)
        .isEqualTo((long) CREATED);
    assertThat(kept).doesNotContainNull();
  }
}
