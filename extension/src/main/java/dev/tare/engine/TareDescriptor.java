package dev.tare.engine;

import java.util.List;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;

/** Root descriptor without Jupiter tests: it is empty or holds failed discoveries. */
final class TareDescriptor extends EngineDescriptor {

  TareDescriptor(UniqueId id, List<TestDescriptor> failures) {
    super(id, "Tare");
    failures.forEach(this::addChild);
  }

  void execute(EngineExecutionListener listener) {
    report(this, listener);
  }

  private static void report(TestDescriptor descriptor, EngineExecutionListener listener) {
    listener.executionStarted(descriptor);
    for (TestDescriptor child : List.copyOf(descriptor.getChildren())) {
      report(child, listener);
    }
    listener.executionFinished(
        descriptor,
        descriptor instanceof FailedDiscovery failed
            ? TestExecutionResult.failed(failed.failure())
            : TestExecutionResult.successful());
  }
}
