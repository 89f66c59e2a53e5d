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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The attaching JVM's side of a recording. It communicates with the recorded JVM through a socket
 * file in a folder of this user, so that other users cannot connect. Each side notices when the
 * other one ends.
 */
final class Attachment implements AutoCloseable {

  private static final long TIMEOUT_MILLIS = TimeUnit.SECONDS.toMillis(30);

  private final long pid;
  private final SocketChannel channel;
  private final DataInputStream in;

  private Attachment(long pid, SocketChannel channel) {
    this.pid = pid;
    this.channel = channel;
    this.in = new DataInputStream(Channels.newInputStream(channel));
  }

  /** Loads the agent into the process and waits until it connects. */
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
          ExitCode.FAILED, "no socket can be created in %s: %s".formatted(folder, e), e);
    }
  }

  private static SocketChannel accept(long pid, ServerSocketChannel server)
      throws IOException, RefusedException {
    server.configureBlocking(false);
    try (Selector selector = server.provider().openSelector()) {
      server.register(selector, SelectionKey.OP_ACCEPT);
      if (selector.select(TIMEOUT_MILLIS) == 0) {
        throw new RefusedException(
            ExitCode.NOT_ATTACHED,
            "process %s has loaded the agent, which does not respond".formatted(pid));
      }
    }
    return server.accept();
  }

  /** Starts a recording, and returns the number of woven classes. */
  int start(RecordingOptions options) throws RefusedException {
    try {
      byte[] optionBytes = options.text().getBytes(StandardCharsets.UTF_8);
      ByteBuffer message = ByteBuffer.allocate(Short.BYTES + optionBytes.length);
      write(message.putShort((short) optionBytes.length).put(optionBytes).flip());
      expect(AttachedRecording.WOVEN);
      return in.readInt();
    } catch (IOException e) {
      throw ended(e);
    }
  }

  /** Waits for the end of the recording, and returns it. */
  RecordedTables await() throws RefusedException {
    try {
      expect(AttachedRecording.RECORDED);
      return RecordedTables.read(in);
    } catch (IOException e) {
      throw ended(e);
    }
  }

  /** Ends the recording early; {@link #await()} returns it. */
  void stop() {
    try {
      write(ByteBuffer.wrap(new byte[] {0}));
    } catch (IOException e) {
      // the recording has ended already
    }
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Reads the first byte of a reply. */
  private void expect(int expected) throws IOException, RefusedException {
    int reply = in.readByte();
    if (reply == AttachedRecording.REFUSED) {
      ExitCode exit = ExitCode.valueOf(in.readUTF());
      throw new RefusedException(exit, "process %s: %s".formatted(pid, in.readUTF()));
    }
    if (reply != expected) {
      throw new IOException("unexpected reply " + reply);
    }
  }

  private RefusedException ended(IOException e) {
    String detail = e instanceof EOFException ? "" : " (" + e.getMessage() + ")";
    return new RefusedException(
        ExitCode.ENDED, "process %s ended before the recording did%s".formatted(pid, detail), e);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
