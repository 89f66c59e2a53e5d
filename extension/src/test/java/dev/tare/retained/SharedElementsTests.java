package dev.tare.retained;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.extension.Configuration.Breakdowns;
import dev.tare.heap.ObjectGraph;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.testing.WeavesOrWalks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// fields exist to be measured
@SuppressWarnings("UnusedVariable")
@WeavesOrWalks
class SharedElementsTests {

  /** Row of a database, as an object. */
  private static final class Entity {
    private final byte[] content = new byte[1000];
  }

  /** Small object that refers to a large shared one on purpose. */
  private record Ticket(Object catalogue) {}

  /** Stands for a persistence context. */
  static final List<Object> SESSION = new ArrayList<>();

  @AfterEach
  void closeSession() {
    SESSION.clear();
  }

  private static <T> T held(T object) {
    SESSION.add(object);
    return object;
  }

  private static Optional<String> remark(Object value) {
    return SharedElements.remark(value, ObjectGraph.open().retained(value)).map(Remark::text);
  }

  @Test
  void remarkNamesElementsThatAreHeldElsewhere() {
    List<Entity> entities = new ArrayList<>(List.of(held(new Entity()), held(new Entity())));

    assertThat(remark(entities))
        .hasValue(
            "2 x "
                + Entity.class.getName()
                + " at elementData[*] do not count, since others hold them; kind = REACHABLE counts"
                + " them");
  }

  @ParameterizedTest
  @CsvSource({"map, table.value", "array, [*]", "optional, value"})
  void elementsOfAnyContainerAreFound(String container, String path) {
    Entity entity = held(new Entity());
    Object value =
        switch (container) {
          case "map" -> new HashMap<>(Map.of(1, entity));
          case "array" -> new Entity[] {entity};
          default -> Optional.of(entity);
        };

    assertThat(remark(value).map(text -> text.replace("table[*]", "table")))
        .hasValueSatisfying(text -> assertThat(text).contains(" at " + path + " do not count"));
  }

  @Test
  void elementThatCountsNeedsNoRemark() {
    assertThat(remark(List.of(held(new Entity()), new Entity()))).isEmpty();
  }

  @Test
  void sharedObjectsOfTheJdkNeedNoRemark() {
    assertThat(remark(List.of(held("x".repeat(1000)), held(new byte[1000]), 1, 2))).isEmpty();
  }

  @Test
  void objectOfTheApplicationMaySharePartsWithoutARemark() {
    assertThat(remark(new Ticket(held(new Entity())))).isEmpty();
  }

  @Test
  void containerThatOutweighsItsElementsNeedsNoRemark() {
    List<Entity> sparse = new ArrayList<>(10_000);
    sparse.add(held(new Entity()));

    assertThat(remark(sparse)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"500 B, true", "1 MB, false"})
  void remarkIsShownForAVerdictThatIsWithinItsLimit(String limit, boolean shown) {
    Observed observed =
        ValueSubject.retained(Breakdowns.ON_FAILURE, List.of(held(new Entity())), limit);

    assertThat(observed.otherWork().map(Remark::id))
        .isEqualTo(shown ? Optional.of(Remark.HELD_ELSEWHERE) : Optional.empty());
  }
}
