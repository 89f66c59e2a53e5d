package dev.tare.internal.attach;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The half in the JVM that attaches. Both talk over a socket that is a file in a folder of this
 * user's, so nobody else can listen, and each half sees when the other is gone.
 */
final class Attachment implements AutoCloseable {

  private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(30);

  private final long pid;
  private final SocketChannel channel;
  private final DataInputStream in;

  private Attachment(long pid, SocketChannel channel) {
    this.pid = pid;
    this.channel = channel;
    this.in = new DataInputStream(Channels.newInputStream(channel));
  }

  /** Loads the agent into the process and waits for it to call back. */
  static Attachment to(long pid, Path jar) throws RefusedException {
    Path folder = null;
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      folder = Files.createTempDirectory("tare");
      Path socket = folder.resolve("s");
      server.bind(UnixDomainSocketAddress.of(socket));
      AttachableJvms.load(pid, jar, Entry.ATTACHED + socket + "\n" + jar.toAbsolutePath());
      Attachment attachment = new Attachment(pid, accept(pid, server));
      Files.delete(socket);
      Files.delete(folder);
      return attachment;
    } catch (IOException e) {
      throw new RefusedException(
          ExitCode.FAILED, "no socket can be made in %s: %s".formatted(folder, e), e);
    }
  }

  private static SocketChannel accept(long pid, ServerSocketChannel server)
      throws IOException, RefusedException {
    server.configureBlocking(false);
    try (Selector selector = server.provider().openSelector()) {
      server.register(selector, SelectionKey.OP_ACCEPT);
      if (selector.select(PATIENCE_MILLIS) == 0) {
        throw new RefusedException(
            ExitCode.NOT_ATTACHED,
            "process %s has loaded the agent, which does not answer".formatted(pid));
      }
    }
    return server.accept();
  }

  /** Starts a recording; answers how many classes are woven. */
  int start(RecordingOptions options) throws RefusedException {
    try {
      byte[] text = options.text().getBytes(java.nio.charset.StandardCharsets.UTF_8);
      ByteBuffer sent = ByteBuffer.allocate(Short.BYTES + text.length);
      write(sent.putShort((short) text.length).put(text).flip());
      expect(AttachedRecording.WOVEN);
      return in.readInt();
    } catch (IOException e) {
      throw ended(e);
    }
  }

  /** Waits for the end of the recording. */
  RecordedAllocation await() throws RefusedException {
    try {
      expect(AttachedRecording.RECORDED);
      return RecordedAllocation.read(in);
    } catch (IOException e) {
      throw ended(e);
    }
  }

  /** Asks the recording to end now; {@link #await()} has what it found. */
  void stop() {
    try {
      write(ByteBuffer.wrap(new byte[] {0}));
    } catch (IOException e) {
      // it has ended
    }
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  private void expect(int expected) throws IOException, RefusedException {
    int kind = in.readByte();
    if (kind == AttachedRecording.REFUSED) {
      ExitCode exit = ExitCode.valueOf(in.readUTF());
      throw new RefusedException(exit, "process %s: %s".formatted(pid, in.readUTF()));
    }
    if (kind != expected) {
      throw new IOException("unexpected answer " + kind);
    }
  }

  private RefusedException ended(IOException e) {
    String what = e instanceof EOFException ? "" : " (" + e.getMessage() + ")";
    return new RefusedException(
        ExitCode.ENDED, "process %s ended before the recording did%s".formatted(pid, what), e);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
