package dev.tare.internal.heap.dump;

import com.google.gson.stream.JsonWriter;
import dev.tare.heap.NodeDetail;
import dev.tare.heap.NodeVisitor;
import dev.tare.heap.ProfileNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Set;

/** Visitor that writes a JSON object for every node, nested like the nodes. */
public final class JsonVisitor implements NodeVisitor {

  private final Writer to;
  private final Set<NodeDetail> details;
  private JsonWriter writer;
  private int depth;
  private boolean hasChild;

  public JsonVisitor(Writer to, Set<NodeDetail> details) {
    this.to = to;
    this.details = details;
    writer = new JsonWriter(to);
  }

  @Override
  public void preVisit(ProfileNode node) {
    try {
      if (depth++ > 0 && !hasChild) {
        writer.name("children").beginArray();
      }
      hasChild = false;
      writer.beginObject();
      writer.name("name").value(node.name());
      writer.name("type").value(node.typeName());
      if (node.isShell()) {
        writer.name("content").value(node.content());
      }
      writer.name("treeSize").value(node.size());
      if (details.contains(NodeDetail.RETAINED)) {
        writer.name("retainedSize").value(node.retainedSize());
      }
      if (details.contains(NodeDetail.REFERENCES)) {
        writer.name("refs").value(node.refCount());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void postVisit(ProfileNode node) {
    try {
      if (hasChild) {
        writer.endArray();
      }
      writer.endObject();
      hasChild = true;
      if (--depth == 0) {
        hasChild = false;
        writer.flush();
        to.append('\n').flush();
        writer = new JsonWriter(to); // a JsonWriter writes one document
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
