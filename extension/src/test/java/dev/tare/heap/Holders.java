package dev.tare.heap;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.StringReader;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import javax.xml.parsers.DocumentBuilderFactory;
import org.xml.sax.InputSource;

/** Typical large values of programs, each sharing objects with the surrounding program. */
enum Holders {

  /** Orders by number, over the products of a catalogue. */
  INDEX {
    @Override
    Object build() {
      List<Product> products = List.copyOf(CATALOGUE.values());
      Map<Integer, Order> index = new HashMap<>();
      for (int i = 0; i < 20_000; i++) {
        index.put(i, new Order(i, products.get(i % products.size()), "note " + i));
      }
      return index;
    }
  },

  /** Pages by product, the least recently used first. */
  CACHE {
    @Override
    Object build() {
      Map<String, byte[]> cache = new LinkedHashMap<>(16, 0.75f, true);
      for (String name : CATALOGUE.keySet()) {
        cache.put(name, new byte[100 + Math.floorMod(name.hashCode(), 100)]);
      }
      return cache;
    }
  },

  /** Lambdas that have captured objects of the program. */
  LISTENERS {
    @Override
    Object build() {
      Map<String, List<Consumer<Product>>> topics = new ConcurrentHashMap<>();
      for (Product product : CATALOGUE.values()) {
        List<Consumer<Product>> own = new CopyOnWriteArrayList<>();
        StringBuilder log = new StringBuilder(product.name());
        own.add(changed -> log.append(changed.name()));
        own.add(changed -> CATALOGUE.put(product.name(), changed));
        topics.put("changed " + product.name(), own);
      }
      return topics;
    }
  },

  /** Parents and children that refer to each other. */
  DOCUMENT {
    @Override
    Object build() throws Exception {
      StringBuilder text = new StringBuilder("<orders>");
      for (int i = 0; i < 5_000; i++) {
        text.append("<order number='").append(i).append("'><note>note ").append(i);
        text.append("</note></order>");
      }
      text.append("</orders>");
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(text.toString())));
    }
  },

  /** Objects, lists, texts and numbers. */
  JSON_TREE {
    @Override
    Object build() {
      JsonObject tree = new JsonObject();
      for (int i = 0; i < 5_000; i++) {
        tree.add(
            "order " + i,
            JsonParser.parseString(
                "{\"number\": " + i + ", \"notes\": [\"one\", true, null, 1.5]}"));
      }
      return tree;
    }
  },

  /** Amounts by day, some of which are constants of the JDK. */
  LEDGER {
    @Override
    Object build() {
      TreeMap<LocalDate, List<BigDecimal>> ledger = new TreeMap<>();
      LocalDate day = LocalDate.EPOCH;
      for (int i = 0; i < 20_000; i++) {
        day = day.plusDays(1);
        ledger.put(
            day, new ArrayList<>(List.of(BigDecimal.TEN, BigDecimal.valueOf(i * 1_000_003L, 2))));
      }
      return ledger.descendingMap();
    }
  };

  @SuppressWarnings("ArrayRecordComponent") // exists to be measured
  record Product(String name, int[] prices) {}

  record Order(int number, Product product, String note) {}

  private static final Map<String, Product> CATALOGUE = catalogue();

  private static Map<String, Product> catalogue() {
    Map<String, Product> catalogue = new HashMap<>();
    for (int i = 0; i < 10_000; i++) {
      catalogue.put("product " + i, new Product("name of " + i, new int[i % 40]));
    }
    return catalogue;
  }

  abstract Object build() throws Exception;
}
