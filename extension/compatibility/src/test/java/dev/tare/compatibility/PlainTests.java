package dev.tare.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.Tare;
import org.junit.jupiter.api.Test;

/** Lambdas of a user's module, which is not open to Tare. */
class PlainTests {

  @Test
  void allocatedBytesOfALambdaAreThoseOfTheAnnotation() {
    assertThat(Tare.calling(() -> new Shelf(1000)).allocated().value().exact())
        .isEqualTo("1,032 B");
  }

  @Test
  void retainedSizeIsThatOfTheAnnotation() {
    assertThat(Tare.retained(new Shelf(1000)).value().exact()).isEqualTo("1,032 B");
  }

  @Test
  void primitiveOfALambdaIsNotBoxed() {
    Shelf shelf = new Shelf(1000);

    assertThat(Tare.calling(() -> shelf.content().length).allocated().value().exact())
        .isEqualTo("0 B");
  }
}
