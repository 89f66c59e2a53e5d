package dev.tare.internal.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.testing.WeavesOrWalks;
import java.util.List;
import org.junit.jupiter.api.Test;

@WeavesOrWalks
class NamePatternsTests {

  @Test
  void patternsSelectNestedClasses() {
    NamePatterns patterns = new NamePatterns(List.of("com.acme.*", "org.acme.Shop", "*.Till"));

    assertThat(
            List.of(
                "com.acme.A", "com.acme.b.C$D", "org.acme.Shop", "org.acme.Shop$E", "shop.Till"))
        .allMatch(patterns::matches);
    assertThat(List.of("com.acme", "org.acme.Shops", "org.acme.Cart", "Till"))
        .noneMatch(patterns::matches);
  }

  @Test
  void patternsNeverSelectTheJdkOrTare() {
    NamePatterns all = new NamePatterns(List.of("*"));

    assertThat(all.includes(String.class)).isFalse();
    assertThat(all.includes(java.sql.Date.class)).isFalse();
    assertThat(all.includes(NamePatterns.class)).isFalse();
    assertThat(all.includes(NamePatternsTests.class)).isTrue();
  }
}
