package dev.tare.internal.agent.weave;

import java.nio.ByteBuffer;
import java.util.Arrays;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.CodeAttribute;
import javassist.bytecode.ConstPool;
import javassist.bytecode.StackMapTable;
import org.jspecify.annotations.Nullable;

/**
 * Appends the frame of an exception handler to a stack map: no local variables, a throwable on the
 * stack.
 */
final class HandlerFrame {

  private HandlerFrame() {}

  /** Appends the frame for a position after all others. */
  static void add(CodeAttribute code, int position) throws BadBytecode {
    ConstPool constants = code.getConstPool();
    int[] tags = {StackMapTable.OBJECT};
    int[] types = {constants.addClassInfo(Throwable.class.getName())};
    StackMapTable table = (StackMapTable) code.getAttribute(StackMapTable.tag);
    LastFrame last = new LastFrame(table);
    StackMapTable.Writer writer = new StackMapTable.Writer(16);
    writer.fullFrame(position - last.position - 1, new int[0], new int[0], tags, types);
    if (table == null) {
      code.setAttribute(writer.toStackMapTable(constants));
      return;
    }
    byte[] old = table.get();
    byte[] added = writer.toByteArray();
    byte[] both = Arrays.copyOf(old, old.length + added.length - Short.BYTES);
    // both byte arrays begin with their number of frames
    System.arraycopy(added, Short.BYTES, both, old.length, added.length - Short.BYTES);
    ByteBuffer.wrap(both).putShort((short) (last.size() + 1));
    table.set(both);
  }

  /** Finds the position of the last frame by adding up the offsets of all frames. */
  private static final class LastFrame extends StackMapTable.Walker {

    private int position = -1;

    LastFrame(@Nullable StackMapTable table) throws BadBytecode {
      super(table == null ? new byte[Short.BYTES] : table.get());
      parse();
    }

    private void advance(int offsetDelta) {
      position += offsetDelta + 1;
    }

    @Override
    public void sameFrame(int pos, int offsetDelta) {
      advance(offsetDelta);
    }

    @Override
    public void sameLocals(int pos, int offsetDelta, int stackTag, int stackType) {
      advance(offsetDelta);
    }

    @Override
    public void chopFrame(int pos, int offsetDelta, int k) {
      advance(offsetDelta);
    }

    @Override
    public void appendFrame(int pos, int offsetDelta, int[] tags, int[] types) {
      advance(offsetDelta);
    }

    @Override
    public void fullFrame(
        int pos, int offsetDelta, int[] localTags, int[] locals, int[] stackTags, int[] stack) {
      advance(offsetDelta);
    }
  }
}
