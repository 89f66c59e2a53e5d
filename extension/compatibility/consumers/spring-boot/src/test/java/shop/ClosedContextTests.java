package shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.allocation.MaxAllocatedBytes;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestExecutionListener;
import org.springframework.test.context.TestExecutionListeners;
import org.springframework.test.context.TestExecutionListeners.MergeMode;

/** A context that a test closes, and a listener of the project. */
@SpringBootTest(webEnvironment = WebEnvironment.NONE)
@TestMethodOrder(MethodOrderer.MethodName.class)
@TestExecutionListeners(
    listeners = ClosedContextTests.CountingListener.class,
    mergeMode = MergeMode.MERGE_WITH_DEFAULTS)
class ClosedContextTests {

  private static SessionFactory first;

  @Autowired SessionFactory sessions;

  @DirtiesContext
  @MaxAllocatedBytes("0 B")
  Object aLeavesItsContext() {
    first = sessions;
    return sessions;
  }

  @MaxAllocatedBytes(value = "1 KiB", runs = 3, warmups = 1)
  Object bHasAnotherOne() {
    assertThat(sessions).isNotSameAs(first);
    assertThat(first.isClosed()).isTrue();
    assertThat(sessions.isOpen()).isTrue();
    return sessions;
  }

  /** A listener sees a test once, however often its body is called. */
  @AfterAll
  static void listenerHasSeenBothTests() {
    assertThat(CountingListener.before).isEqualTo(2);
    assertThat(CountingListener.after).isEqualTo(2);
  }

  static final class CountingListener implements TestExecutionListener {

    static int before;
    static int after;

    @Override
    public void beforeTestExecution(TestContext context) {
      before++;
    }

    @Override
    public void afterTestExecution(TestContext context) {
      after++;
    }
  }
}
