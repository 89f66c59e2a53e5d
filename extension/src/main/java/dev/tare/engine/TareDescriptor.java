package dev.tare.engine;

import java.util.List;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;

/** The root where Jupiter has nothing to run: it is empty, or what is in it has failed. */
final class TareDescriptor extends EngineDescriptor {

  TareDescriptor(UniqueId id, List<FailedDiscovery> failures) {
    super(id, "Tare");
    failures.forEach(this::addChild);
  }

  void execute(EngineExecutionListener listener) {
    listener.executionStarted(this);
    for (TestDescriptor child : List.copyOf(getChildren())) {
      listener.executionStarted(child);
      listener.executionFinished(
          child, TestExecutionResult.failed(((FailedDiscovery) child).failure()));
    }
    listener.executionFinished(this, TestExecutionResult.successful());
  }
}
