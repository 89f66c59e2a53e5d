package dev.tare.internal.render.export;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JSON object: texts, {@link BigDecimal}, booleans, lists, objects and nulls.
 *
 * <p>A field of another type than expected causes an {@link IllegalArgumentException}.
 */
record JsonFields(Map<String, @Nullable Object> fields) {

  /**
   * Parses a JSON object.
   *
   * @throws IOException if the text is no JSON object
   */
  static JsonFields parse(String text) throws IOException {
    try {
      JsonReader reader = new JsonReader(new StringReader(text));
      JsonFields parsed = new JsonFields(object(reader));
      if (reader.peek() != JsonToken.END_DOCUMENT) {
        throw new IOException("text after the object");
      }
      return parsed;
    } catch (IllegalStateException | NumberFormatException e) {
      throw new IOException(e);
    }
  }

  private static Map<String, @Nullable Object> object(JsonReader reader) throws IOException {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    reader.beginObject();
    while (reader.hasNext()) {
      fields.put(reader.nextName(), value(reader));
    }
    reader.endObject();
    return fields;
  }

  private static @Nullable Object value(JsonReader reader) throws IOException {
    return switch (reader.peek()) {
      case BEGIN_OBJECT -> new JsonFields(object(reader));
      case BEGIN_ARRAY -> array(reader);
      case STRING -> reader.nextString();
      case NUMBER -> new BigDecimal(reader.nextString());
      case BOOLEAN -> reader.nextBoolean();
      case NULL -> {
        reader.nextNull();
        yield null;
      }
      case END_ARRAY, END_OBJECT, NAME, END_DOCUMENT -> throw new IOException("not a value");
    };
  }

  private static List<@Nullable Object> array(JsonReader reader) throws IOException {
    List<@Nullable Object> elements = new ArrayList<>();
    reader.beginArray();
    while (reader.hasNext()) {
      elements.add(value(reader));
    }
    reader.endArray();
    return elements;
  }

  /** Returns a field; empty if it is null or absent. */
  <T> Optional<T> optional(String name, Class<T> type) {
    Object value = fields.get(name);
    if (value != null && !type.isInstance(value)) {
      throw new IllegalArgumentException("the field \"%s\" is of another type".formatted(name));
    }
    return Optional.ofNullable(type.cast(value));
  }

  private <T> T required(String name, Class<T> type) {
    return optional(name, type)
        .orElseThrow(
            () -> new IllegalArgumentException("the field \"%s\" is missing".formatted(name)));
  }

  String text(String name) {
    return required(name, String.class);
  }

  BigDecimal number(String name) {
    return required(name, BigDecimal.class);
  }

  boolean flag(String name) {
    return required(name, Boolean.class);
  }

  /** Returns an object; empty if it is null or absent. */
  Optional<JsonFields> object(String name) {
    return optional(name, JsonFields.class);
  }

  /** Returns the elements of an array, all of one type; none if it is absent. */
  <T> List<T> list(String name, Class<T> type) {
    List<T> elements = new ArrayList<>();
    for (Object element : optional(name, List.class).orElse(List.of())) {
      if (!type.isInstance(element)) {
        throw new IllegalArgumentException("the field \"%s\" is of another type".formatted(name));
      }
      elements.add(type.cast(element));
    }
    return elements;
  }
}
