package dev.tare.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.heap.ObjectGraph;
import dev.tare.heap.ProfileNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.swing.event.TreeModelListener;
import javax.swing.tree.TreeModel;
import javax.swing.tree.TreePath;
import org.junit.jupiter.api.Test;

/**
 * A profile in a window.
 *
 * <p>{@code new JTree(new ObjectTree(profile))} shows an object graph, the largest objects first.
 * Nodes are created when a branch is opened. The test needs no display.
 */
class Example39TreeModelTests {

  // tag::model[]
  /** Model of a {@code JTree} over the objects of a profile. */
  record ObjectTree(ProfileNode value) implements TreeModel {

    @Override
    public Object getRoot() {
      return value;
    }

    @Override
    public Object getChild(Object parent, int index) {
      return children(parent).get(index);
    }

    @Override
    public int getChildCount(Object parent) {
      return children(parent).size();
    }

    @Override
    public boolean isLeaf(Object node) {
      return getChildCount(node) == 0;
    }

    @Override
    public int getIndexOfChild(Object parent, Object child) {
      return parent == null ? -1 : children(parent).indexOf(child);
    }

    @Override
    public void valueForPathChanged(TreePath path, Object value) {
      throw new UnsupportedOperationException("a profile cannot be edited");
    }

    @Override
    public void addTreeModelListener(TreeModelListener listener) {
      // a profile never changes
    }

    @Override
    public void removeTreeModelListener(TreeModelListener listener) {
      // none was added
    }

    private static List<ProfileNode> children(Object node) {
      return ((ProfileNode) node).children();
    }
  }

  // end::model[]

  @Test
  void windowShowsEveryObject() {
    ProfileNode profile =
        ObjectGraph.open().profile(Map.of("zones", new ArrayList<>(TimeZones.ROWS)));
    TreeModel model = new ObjectTree(profile);

    assertThat(leafBytes(model, model.getRoot())).isEqualTo(profile.size());
    assertThat(path(model, model.getRoot()))
        .startsWith(profile.toString())
        .anyMatch(line -> line.contains("elementData : java.lang.Object[], "));
  }

  @Test
  void childrenKeepTheirPlaces() {
    TreeModel model = new ObjectTree(ObjectGraph.open().profile(new Object[] {"a", new int[9]}));
    Object root = model.getRoot();

    Object largest = model.getChild(root, 0);

    assertThat(largest).asString().startsWith("[1] : int[], ");
    assertThat(model.getIndexOfChild(root, largest)).isZero();
    assertThat(model.getIndexOfChild(largest, root)).isEqualTo(-1);
    assertThat(model.isLeaf(largest)).isTrue();
    assertThat(model.isLeaf(root)).isFalse();
  }

  /** The labels from a node to its largest leaf. */
  private static List<String> path(TreeModel model, Object from) {
    List<String> labels = new ArrayList<>();
    Object node = from;
    while (!model.isLeaf(node)) {
      labels.add(node.toString());
      node = model.getChild(node, 0);
    }
    labels.add(node.toString());
    return labels;
  }

  private static long leafBytes(TreeModel model, Object node) {
    if (model.isLeaf(node)) {
      return ((ProfileNode) node).size();
    }
    long bytes = 0;
    for (int i = 0; i < model.getChildCount(node); i++) {
      bytes += leafBytes(model, model.getChild(node, i));
    }
    return bytes;
  }
}
