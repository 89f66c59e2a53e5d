package dev.tare.internal.attach;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * The recorded JVM's side of an attached recording. It reads the options, records until the time is
 * over or the attaching JVM stops it or ends, restores the classes, and sends the tables.
 */
public final class AttachedRecording implements Runnable {

  // first bytes of replies
  static final int WOVEN = 'W';
  static final int RECORDED = 'R';
  static final int REFUSED = 'F';

  private static final int MAX_REASON_LENGTH = 1_000;

  private final Instrumentation granted;
  private final SocketChannel channel;

  /**
   * @param socket the socket on which the attaching JVM listens
   */
  public AttachedRecording(String socket, Instrumentation granted) throws IOException {
    this.granted = granted;
    this.channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(socket));
  }

  @Override
  public void run() {
    try (channel) {
      DataOutputStream out = new DataOutputStream(Channels.newOutputStream(channel));
      try {
        RecordingOptions options =
            RecordingOptions.parse(new DataInputStream(Channels.newInputStream(channel)).readUTF());
        RecordedTables recorded = record(options, out);
        out.writeByte(RECORDED);
        recorded.write(out);
      } catch (RefusedException e) {
        refuse(out, e.exit(), e.reason());
      } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
        refuse(out, ExitCode.FAILED, e.toString());
      }
      out.flush();
    } catch (IOException e) {
      // the attaching JVM has ended; the classes are restored already
    }
  }

  private RecordedTables record(RecordingOptions options, DataOutputStream out)
      throws RefusedException, IOException {
    try (JvmRecording recording = JvmRecording.open(granted, options)) {
      if (recording.classes() == 0) {
        throw new RefusedException(
            ExitCode.NO_CLASS,
            "no loaded class or method matches include=%s; give names with *, for example include=com.acme.* or include=com.acme.Cache.get*"
                .formatted(String.join(":", options.include())));
      }
      int woven = recording.classes();
      recording.start();
      // the attaching JVM waits for this reply: what it starts afterwards is recorded
      out.writeByte(WOVEN);
      out.writeInt(woven);
      awaitEnd(options.seconds(), recording);
      return recording.stop();
    }
  }

  /** Samples until the time is over, or until the attaching JVM sends a byte or ends. */
  private void awaitEnd(int seconds, JvmRecording recording) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    channel.configureBlocking(false);
    try (Selector selector = channel.provider().openSelector()) {
      channel.register(selector, SelectionKey.OP_READ);
      long millisLeft = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      while (millisLeft > 0
          && selector.select(Math.min(millisLeft, ThreadTotals.PERIOD_MILLIS)) == 0) {
        recording.sample();
        millisLeft = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      }
    }
    channel.configureBlocking(true);
  }

  private static void refuse(DataOutputStream out, ExitCode exit, String reason)
      throws IOException {
    out.writeByte(REFUSED);
    out.writeUTF(exit.name());
    out.writeUTF(reason.substring(0, Math.min(reason.length(), MAX_REASON_LENGTH)));
  }
}
