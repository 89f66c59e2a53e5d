package dev.tare.heap;

import dev.tare.internal.agent.Agent.AgentAccess;
import org.apiguardian.api.API;

/**
 * Thrown if an object graph cannot be sized exactly: this JVM does not allow an agent to be loaded,
 * or an object has no exact size. Sizes are never estimated instead.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class UnweighableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String reason;
  private final String remedy;

  /** Creates an exception with a reason and the line to add or change. */
  public UnweighableException(String reason, String remedy) {
    super(AgentAccess.clause(reason) + "; " + remedy);
    this.reason = AgentAccess.clause(reason);
    this.remedy = remedy;
  }

  /** Creates an exception with a reason, the line to add or change, and a cause. */
  public UnweighableException(String reason, String remedy, Throwable cause) {
    this(reason, remedy);
    initCause(cause);
  }

  /** Returns why there is no number. */
  public String reason() {
    return reason;
  }

  /** Returns the line to add or change. */
  public String remedy() {
    return remedy;
  }
}
