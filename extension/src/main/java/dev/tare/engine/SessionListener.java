package dev.tare.engine;

import dev.tare.internal.launch.ExportFiles;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Listens to the runs of a launcher's session, and writes their exports when it ends. A session can
 * have several runs: Surefire with several forks runs each class alone.
 *
 * <p>The launcher finds this listener on the class path only: a module cannot provide it without
 * requiring the launcher, which need not be a module.
 */
public final class SessionListener implements LauncherSessionListener {

  private final Map<LauncherSession, ExportFiles> openSessions = new ConcurrentHashMap<>();

  /** Creates the listener; called by the service loader. */
  public SessionListener() {}

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    ExportFiles exports = new ExportFiles();
    openSessions.put(session, exports);
    session.getLauncher().registerTestExecutionListeners(new RunListener(exports));
  }

  @Override
  public void launcherSessionClosed(LauncherSession session) {
    ExportFiles exports = openSessions.remove(session);
    if (exports != null) {
      exports.write(System.getenv()).forEach(sentence -> System.out.println("Tare " + sentence));
    }
  }
}
