package dev.tare.retained;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.ExecutedTests;
import dev.tare.extension.TareConfigurationException;
import dev.tare.testing.WeavesOrWalks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.opentest4j.AssertionFailedError;

// fields exist to be measured
@SuppressWarnings({"ArrayRecordComponent", "UnusedVariable"})
@Isolated("walks the whole heap, and again if a collection moves objects")
@WeavesOrWalks
class MaxInstancesTests {

  static final List<Object> REGISTRY = new ArrayList<>();

  interface Sold {}

  static class Item implements Sold {}

  static final class Discounted extends Item {}

  record Cart(Item[] items, @Nullable Object rest) {}

  static Cart cart(int items, int discounted) {
    Item[] allItems = new Item[items + discounted];
    for (int i = 0; i < allItems.length; i++) {
      allItems[i] = i < items ? new Item() : new Discounted();
    }
    return new Cart(allItems, null);
  }

  @AfterEach
  void clearRegistry() {
    REGISTRY.clear();
  }

  @Nested
  class Returned {

    private final ExecutedTests tests = ExecutedTests.tare(ReturnedTestCases.class);

    @Test
    void numberOfObjectsAtTheLimitPasses() {
      assertThat(tests.succeeded())
          .containsExactlyInAnyOrder("onTheLimit", "ofAnInterface", "itself");
      assertThat(tests.entries("onTheLimit"))
          .containsEntry("tare.retained-instances.value", "5")
          .containsEntry("tare.retained-instances.limit", "5");
    }

    @Test
    void numberOverTheLimitFailsWithPaths() {
      assertThat(tests.failure("over"))
          .isInstanceOf(AssertionFailedError.class)
          .hasMessageStartingWith(
              """
              Retained Item objects of MaxInstancesTests.ReturnedTestCases.over() 5 exceed 4
                 share  amount  type                                            where
                60.0 %       3  dev.tare.retained.MaxInstancesTests$Item        items[*]
                40.0 %       2  dev.tare.retained.MaxInstancesTests$Discounted  items[*]
              """)
          .hasMessageContaining("of type dev.tare.retained.MaxInstancesTests$Item")
          .hasMessageContaining("what would be freed with the value")
          .hasMessageContaining("  would pass  5");
    }
  }

  static class ReturnedTestCases {

    @MaxInstances(type = Item.class, value = 5)
    Cart onTheLimit() {
      return cart(3, 2);
    }

    @MaxInstances(type = Item.class, value = 4)
    Cart over() {
      return cart(3, 2);
    }

    @MaxInstances(type = Sold.class, value = 5)
    Cart ofAnInterface() {
      return cart(3, 2);
    }

    @MaxInstances(type = Cart.class, value = 1)
    Cart itself() {
      return cart(1, 1);
    }
  }

  @Nested
  class Kinds {

    private final ExecutedTests tests = ExecutedTests.tare(SharingTestCases.class);

    @Test
    void sharedObjectsCountOnlyAsReachable() {
      assertThat(tests.succeeded()).containsExactly("retained");
      assertThat(tests.failure("reachable"))
          .hasMessageStartingWith("Reachable Item objects of ")
          .hasMessageContaining("reachable() 4 exceed 3")
          .hasMessageContaining("everything that the value reaches");
      assertThat(tests.failure("retainedOver"))
          .hasMessageContaining("retainedOver() 3 exceed 2")
          .hasMessageContaining(
              "the value reaches 4 of them; 1 of those are also held elsewhere and not counted");
    }
  }

  static class SharingTestCases {

    private static Cart sharing() {
      Cart cart = cart(3, 1);
      REGISTRY.add(cart.items[0]);
      return cart;
    }

    @MaxInstances(type = Item.class, value = 3)
    Cart retained() {
      return sharing();
    }

    @MaxInstances(type = Item.class, value = 2)
    Cart retainedOver() {
      return sharing();
    }

    @MaxInstances(type = Item.class, value = 3, kind = Kind.REACHABLE)
    Cart reachable() {
      return sharing();
    }
  }

  @Nested
  class Sites {

    @Test
    void severalTypesCanBeLimited() {
      ExecutedTests tests = ExecutedTests.tare(RepeatedTestCases.class);

      assertThat(tests.succeeded()).containsExactly("bothHold");
      assertThat(tests.failure("oneIsBroken"))
          .hasMessageStartingWith("Retained Item objects of ")
          .hasMessageContaining("oneIsBroken() 3 exceed 2");
      assertThat(tests.entries("oneIsBroken"))
          .containsEntry("tare.retained-instances.2.outcome", "within");
      assertThat(tests.failure("contradictory"))
          .isInstanceOf(TareConfigurationException.class)
          .hasMessageContaining("@MaxInstances(type = Item.class, value = 2)")
          .hasMessageContaining("contradict each other");
    }

    @Test
    void nearestAnnotationForATypeApplies() {
      ExecutedTests tests = ExecutedTests.tare(DefaultTestCases.class);

      assertThat(tests.succeeded()).containsExactlyInAnyOrder("own", "fromClass");
      assertThat(tests.failure("otherType"))
          .hasMessageContaining("Retained Item objects")
          .hasMessageContaining("otherType() 4 exceed 3");
      assertThat(ExecutedTests.tare(InheritingTestCases.class).succeeded())
          .containsExactlyInAnyOrder("own", "fromClass", "otherType");
    }
  }

  static class RepeatedTestCases {

    @MaxInstances(type = Item.class, value = 3)
    @MaxInstances(type = Cart.class, value = 1)
    Cart bothHold() {
      return cart(3, 0);
    }

    @MaxInstances(type = Item.class, value = 2)
    @MaxInstances(type = Cart.class, value = 1)
    Cart oneIsBroken() {
      return cart(3, 0);
    }

    @MaxInstances(type = Item.class, value = 2)
    @MaxInstances(type = Item.class, value = 3)
    Cart contradictory() {
      return cart(3, 0);
    }
  }

  @MaxInstances(type = Item.class, value = 3)
  @MaxInstances(type = Cart.class, value = 1)
  static class DefaultTestCases {

    Cart cartOf(int items) {
      return cart(items, 0);
    }

    @MaxRetainedSize("1 MiB")
    Cart fromClass() {
      return cartOf(3);
    }

    @MaxInstances(type = Item.class, value = 4)
    Cart own() {
      return cartOf(4);
    }

    @MaxInstances(type = byte[].class, value = 4)
    Cart otherType() {
      return cartOf(4);
    }
  }

  @MaxInstances(type = Item.class, value = 4)
  static class InheritingTestCases extends DefaultTestCases {}

  @Nested
  class Refusals {

    private final ExecutedTests tests = ExecutedTests.tare(RefusedTestCases.class);

    @Test
    void refusalsNameTheAnnotationAndAnExample() {
      assertThat(tests.succeeded()).isEmpty();
      refuses(
          "negative",
          "@MaxInstances(type = Item.class, value = -1) on"
              + " MaxInstancesTests.RefusedTestCases.negative(): value = -1: a count cannot be"
              + " negative, for example value = 0");
      refuses(
          "primitive",
          "type = int.class: no object is of a primitive type; name a class, for"
              + " example type = int[].class");
      refuses(
          "constants",
          "type = TimeUnit.class: classes, class loaders, modules, threads, enum"
              + " constants and annotations belong to the program and are never counted");
      refuses("ignored", "ignoring = Sold.class leaves out what type = Item.class counts");
    }

    private void refuses(String test, String message) {
      assertThat(tests.failure(test))
          .isInstanceOf(TareConfigurationException.class)
          .hasMessageContaining(message);
    }
  }

  static class RefusedTestCases {

    @MaxInstances(type = Item.class, value = -1)
    Cart negative() {
      return cart(0, 0);
    }

    @MaxInstances(type = int.class, value = 1)
    Cart primitive() {
      return cart(0, 0);
    }

    @MaxInstances(type = TimeUnit.class, value = 1)
    Cart constants() {
      return cart(0, 0);
    }

    @MaxInstances(type = Item.class, value = 1, ignoring = Sold.class)
    Cart ignored() {
      return cart(0, 0);
    }
  }
}
