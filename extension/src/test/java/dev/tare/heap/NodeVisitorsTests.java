package dev.tare.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tare.testing.WeavesOrWalks;
import dev.tare.unit.DefaultLocale;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Locale;
import java.util.function.Function;
import javassist.ClassPool;
import javassist.CtClass;
import javassist.CtField;
import javassist.CtNewConstructor;
import javassist.Loader;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

@Isolated("changes the default locale of the JVM")
@WeavesOrWalks
class NodeVisitorsTests {

  private final ProfileNode root =
      ObjectGraph.open().profile(new Object[] {new byte[984], new Object[] {new int[20]}});

  private static Element xml(String text) throws Exception {
    return DocumentBuilderFactory.newDefaultInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(text)))
        .getDocumentElement();
  }

  /** Returns an object of a generated class whose field has a name that javac would reject. */
  private static Object named(String field) throws Exception {
    ClassPool pool = new ClassPool(true);
    CtClass type = pool.makeClass("generated.Named");
    type.addField(new CtField(pool.get("java.lang.Object"), field, type), "new int[3]");
    type.addConstructor(CtNewConstructor.defaultConstructor(type));
    return new Loader(NodeVisitorsTests.class.getClassLoader(), pool)
        .loadClass(type.getName())
        .getConstructor()
        .newInstance();
  }

  private static NodeVisitor detailedXml(Writer to) {
    return NodeVisitors.xml(to, NodeDetail.values());
  }

  private static NodeVisitor detailedJson(Writer to) {
    return NodeVisitors.json(to, NodeDetail.values());
  }

  private static String written(ProfileNode node, Function<Writer, NodeVisitor> visitor) {
    StringWriter text = new StringWriter();
    node.traverse(NodeFilters.all(), visitor.apply(text));
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"en-US", "de-DE", "ar-EG"})
  void textDoesNotDependOnTheDefaultLocale(String locale) {
    String text =
        DefaultLocale.under(Locale.forLanguageTag(locale), () -> written(root, NodeVisitors::text));

    assertThat(text.lines().toList())
        .satisfies(
            lines -> {
              assertThat(lines).hasSize(7);
              assertThat(lines.get(0)).startsWith("       tree size");
              assertThat(lines.get(1)).contains("100.0 %").endsWith("  java.lang.Object[]");
              assertThat(lines.get(2)).contains("1,000 B").endsWith("    [0] : byte[]");
              assertThat(lines.get(3)).endsWith("    [1] : java.lang.Object[]");
              assertThat(lines.get(4)).contains("96 B").endsWith("      [0] : int[]");
              assertThat(lines.get(5)).endsWith("      <shell> : java.lang.Object[1]");
              assertThat(lines.get(6)).endsWith("    <shell> : java.lang.Object[2]");
            });
  }

  @Test
  void xmlElementsAreNestedLikeTheNodes() throws Exception {
    Element object = xml(written(root, NodeVisitorsTests::detailedXml));

    assertThat(object.getTagName()).isEqualTo("object");
    assertThat(object.getAttribute("treeSize")).isEqualTo(Long.toString(root.size()));
    assertThat(object.getElementsByTagName("object").getLength()).isEqualTo(3);
    assertThat(object.getElementsByTagName("shell").getLength()).isEqualTo(2);
    Element bytes = (Element) object.getElementsByTagName("object").item(0);
    assertThat(bytes.getAttribute("name")).isEqualTo("[0]");
    assertThat(bytes.getAttribute("type")).isEqualTo("byte[]");
    assertThat(bytes.getAttribute("refs")).isEqualTo("1");
    assertThat(bytes.getAttribute("retainedSize")).isEqualTo("1000");
    assertThat(bytes.getParentNode()).isSameAs(object);
    Element shell = (Element) object.getElementsByTagName("shell").item(0);
    assertThat(shell.getAttribute("content")).isEqualTo("java.lang.Object[1]");
  }

  @Test
  void jsonObjectsAreNestedLikeTheNodes() {
    JsonObject object =
        JsonParser.parseString(written(root, NodeVisitorsTests::detailedJson)).getAsJsonObject();

    assertThat(object.get("treeSize").getAsLong()).isEqualTo(root.size());
    assertThat(object.get("children").getAsJsonArray()).hasSize(3);
    JsonObject bytes = object.get("children").getAsJsonArray().get(0).getAsJsonObject();
    assertThat(bytes.toString())
        .isEqualTo(
            "{\"name\":\"[0]\",\"type\":\"byte[]\",\"treeSize\":1000,\"retainedSize\":1000,"
                + "\"refs\":1}");
    JsonObject inner = object.get("children").getAsJsonArray().get(1).getAsJsonObject();
    assertThat(inner.get("children").getAsJsonArray()).hasSize(2);
    JsonObject shell = inner.get("children").getAsJsonArray().get(1).getAsJsonObject();
    assertThat(shell.get("content").getAsString()).isEqualTo("java.lang.Object[1]");
  }

  /** A torn graph that is restored later shows whether retained sizes were read in between. */
  @Test
  void visitorsComputeOnlyRequestedDetails() {
    byte[] bytes = new byte[984];
    @Nullable Object[] value = {bytes};
    ProfileNode torn = ObjectGraph.open().profile(value);
    value[0] = null;

    String text = torn.dump();
    String xml = written(torn, NodeVisitors::xml);
    String json = written(torn, NodeVisitors::json);

    value[0] = bytes;
    ProfileNode child = torn.children().get(0);
    assertThat(child.refCount()).isEqualTo(1);
    assertThat(child.retainedSize()).isEqualTo(1000);
    assertThat(text).contains("tree size").doesNotContain("retained", "refs");
    assertThat(xml).contains("treeSize").doesNotContain("retainedSize", "refs");
    assertThat(json).contains("treeSize").doesNotContain("retainedSize", "refs");
  }

  @Test
  void visitorsWriteTheRequestedDetails() {
    assertThat(root.dump(NodeDetail.REFERENCES, NodeDetail.REFERENCES).lines())
        .first()
        .asString()
        .contains("refs")
        .doesNotContain("retained");
    assertThat(root.dump(NodeDetail.RETAINED).lines())
        .first()
        .asString()
        .contains("retained size")
        .doesNotContain("refs");
    assertThat(written(root, to -> NodeVisitors.xml(to, NodeDetail.REFERENCES)))
        .contains(" refs=\"1\" treeSize=\"1000\"")
        .doesNotContain("retainedSize");
    assertThat(written(root, to -> NodeVisitors.json(to, NodeDetail.RETAINED)))
        .contains("\"treeSize\":1000,\"retainedSize\":1000")
        .doesNotContain("refs");
  }

  @Test
  void shareOfNothingIsZero() {
    assertThat(ObjectGraph.open().weighingOffHeap().profile("").dump()).contains("0 B   0.0 %");
  }

  @Test
  void visitorsWriteADocumentForEachTraversal() {
    StringWriter text = new StringWriter();
    NodeVisitor visitor = NodeVisitors.json(text);
    root.traverse(NodeFilters.pathLengthAtMost(0), visitor);
    root.children().get(0).traverse(NodeFilters.all(), visitor);

    assertThat(text.toString().lines())
        .hasSize(2)
        .allSatisfy(line -> assertThat(JsonParser.parseString(line).isJsonObject()).isTrue());
  }

  @Test
  void visitorsEscapeUnusualNames() throws Exception {
    ProfileNode named = ObjectGraph.open().profile(named("a\"<&\u0001\ud800'"));

    Element field =
        (Element) xml(written(named, NodeVisitors::xml)).getElementsByTagName("object").item(0);
    assertThat(field.getAttribute("name")).isEqualTo("a\"<&\ufffd\ufffd'");
    JsonObject json = JsonParser.parseString(written(named, NodeVisitors::json)).getAsJsonObject();
    assertThat(json.get("children").toString()).contains("a\\\"");
  }

  /** Chains of any length are written without recursion. */
  @Test
  void visitorsWriteChainsOfAnyLength() {
    ProfileNode chain = ObjectGraph.open().profile(ObjectGraphTests.chain(30_000));

    assertThat(written(chain, NodeVisitors::text).lines()).hasSize(60_000);
    assertThat(written(chain, NodeVisitors::xml).lines())
        .hasSize(59_999)
        .last()
        .asString()
        .endsWith("></shell></object>");
    assertThat(written(chain, NodeVisitors::json)).endsWith("}]}\n").hasLineCount(1);
  }

  @Test
  void visitorsRethrowTheWritersException() {
    Writer failing =
        new Writer() {
          @Override
          public void write(char[] text, int from, int length) throws IOException {
            throw new IOException("disk full");
          }

          @Override
          public void flush() throws IOException {
            throw new IOException("disk full");
          }

          @Override
          public void close() {}
        };

    assertThatThrownBy(() -> root.traverse(NodeFilters.all(), NodeVisitors.text(failing)))
        .isInstanceOf(UncheckedIOException.class)
        .hasRootCauseMessage("disk full");
    assertThatThrownBy(() -> root.traverse(NodeFilters.all(), NodeVisitors.json(failing)))
        .isInstanceOf(UncheckedIOException.class);
    assertThatThrownBy(() -> root.traverse(NodeFilters.all(), NodeVisitors.xml(failing)))
        .isInstanceOf(UncheckedIOException.class);
  }
}
