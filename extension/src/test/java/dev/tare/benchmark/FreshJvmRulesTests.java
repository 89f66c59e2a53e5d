package dev.tare.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FreshJvmRulesTests {

  private static FreshJvmRules home(String home, Map<String, String> variables) {
    return new FreshJvmRules(List.of(), home, variables::get);
  }

  @Test
  void homeOfAVariableIsUsed() {
    FreshJvmRules rules = home("${JDK}", Map.of("JDK", System.getProperty("java.home")));

    assertThat(rules.obstacle()).isEmpty();
    assertThat(rules.choice().home()).isEqualTo(System.getProperty("java.home"));
  }

  @Test
  void missingVariableIsAnObstacle() {
    assertThat(home("${JDK}", Map.of()).obstacle())
        .hasValue("javaHome = \"${JDK}\": there is no system property or environment variable JDK");
  }

  @Test
  void emptyVariableIsAnObstacle() {
    assertThat(home("${JDK}", Map.of("JDK", "")).obstacle())
        .hasValue("javaHome = \"${JDK}\": the variable is empty");
  }

  @Test
  void folderWithoutAJdkIsAnObstacle() {
    assertThat(home("no/jdk", Map.of()).obstacle())
        .hasValue("javaHome = \"no/jdk\": there is no JDK in no/jdk");
  }
}
