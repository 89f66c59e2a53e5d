package dev.tare.internal.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.testing.WeavesOrWalks;
import org.junit.jupiter.api.Test;

@WeavesOrWalks
class CodeSiteTests {

  private static CodeSite call(String method, String where) {
    return new CodeSite(CodeSite.CALL + method + "()", "", false, where);
  }

  @Test
  void onlyTheNativeMethodOfStackTracesCreatesArraysOnly() {
    String method = "java.lang.Throwable.fillInStackTrace";

    assertThat(call(method, "Throwable.fillInStackTrace(Throwable.java:1)").possibleTypes())
        .contains("int[]", "java.lang.Object[]")
        .doesNotContain("java.lang.String");
    // the method of the same name that any exception may override
    assertThat(call(method, "Throwable.<init>(Throwable.java:1)").possibleTypes()).isEmpty();
    assertThat(call("java.util.List.of", "Shop.list(Shop.java:1)").possibleTypes()).isEmpty();
    assertThat(CodeSite.ELSEWHERE.possibleTypes()).isEmpty();
  }
}
