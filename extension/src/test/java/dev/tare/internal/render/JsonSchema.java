package dev.tare.internal.render;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Checks a document with the keywords that our schema uses. Unlike JSON Schema, it reports a field
 * that the schema does not list as an error.
 */
final class JsonSchema {

  private static final Set<String> KEYWORDS =
      Set.of(
          "$schema",
          "title",
          "description",
          "$defs",
          "type",
          "required",
          "properties",
          "const",
          "enum",
          "pattern",
          "minimum",
          "items",
          "anyOf",
          "$ref");

  private final JsonObject root;
  private final List<String> errors = new ArrayList<>();

  JsonSchema(JsonObject root) {
    this.root = root;
  }

  /** Returns the errors of the document, one line each. */
  static List<String> errors(JsonObject schema, JsonElement document) {
    JsonSchema checker = new JsonSchema(schema);
    checker.check(schema, document, "document");
    return checker.errors;
  }

  private void check(JsonObject schema, JsonElement value, String path) {
    for (Map.Entry<String, JsonElement> keyword : schema.entrySet()) {
      if (!KEYWORDS.contains(keyword.getKey())) {
        errors.add(path + ": unknown keyword " + keyword.getKey());
      }
      if (!holds(keyword.getKey(), keyword.getValue(), value, path)) {
        errors.add(path + ": " + value + " is not " + keyword);
      }
    }
    if (schema.has("properties") && value.isJsonObject()) {
      checkFields(schema, value.getAsJsonObject(), path);
    }
  }

  private void checkFields(JsonObject schema, JsonObject object, String path) {
    JsonObject fields = schema.getAsJsonObject("properties");
    for (Map.Entry<String, JsonElement> field : object.entrySet()) {
      if (fields.has(field.getKey())) {
        check(
            fields.getAsJsonObject(field.getKey()), field.getValue(), path + "." + field.getKey());
      } else {
        errors.add(path + ": unlisted field " + field.getKey());
      }
    }
  }

  private boolean holds(String keyword, JsonElement operand, JsonElement value, String path) {
    return switch (keyword) {
      case "type" -> isOneOf(operand, value);
      case "const" -> operand.equals(value);
      case "enum" -> operand.getAsJsonArray().contains(value);
      case "pattern" ->
          !is("string", value)
              || Pattern.compile(operand.getAsString()).matcher(value.getAsString()).find();
      case "minimum" ->
          !is("number", value) || value.getAsBigDecimal().compareTo(operand.getAsBigDecimal()) >= 0;
      case "required" ->
          !value.isJsonObject()
              || operand.getAsJsonArray().asList().stream()
                  .allMatch(name -> value.getAsJsonObject().has(name.getAsString()));
      case "items" ->
          !value.isJsonArray()
              || everyItem(operand.getAsJsonObject(), value.getAsJsonArray(), path);
      case "anyOf" -> anyOf(operand.getAsJsonArray(), value, path);
      case "$ref" -> {
        check(definition(operand.getAsString()), value, path);
        yield true;
      }
      default -> true;
    };
  }

  private boolean everyItem(JsonObject schema, JsonArray items, String path) {
    for (int i = 0; i < items.size(); i++) {
      check(schema, items.get(i), path + "[" + i + "]");
    }
    return true;
  }

  private boolean anyOf(JsonArray schemas, JsonElement value, String path) {
    List<String> branchErrors = new ArrayList<>();
    for (JsonElement schema : schemas) {
      JsonSchema branch = new JsonSchema(root);
      branch.check(schema.getAsJsonObject(), value, path);
      if (branch.errors.isEmpty()) {
        return true;
      }
      branchErrors.addAll(branch.errors);
    }
    errors.addAll(branchErrors);
    return false;
  }

  private JsonObject definition(String reference) {
    String[] names = reference.split("/", 3);
    return root.getAsJsonObject(names[1]).getAsJsonObject(names[2]);
  }

  private static boolean isOneOf(JsonElement types, JsonElement value) {
    return types.isJsonArray()
        ? types.getAsJsonArray().asList().stream().anyMatch(type -> is(type.getAsString(), value))
        : is(types.getAsString(), value);
  }

  private static boolean is(String type, JsonElement value) {
    return switch (type) {
      case "object" -> value.isJsonObject();
      case "array" -> value.isJsonArray();
      case "null" -> value.isJsonNull();
      case "string" -> value instanceof JsonPrimitive primitive && primitive.isString();
      case "boolean" -> value instanceof JsonPrimitive primitive && primitive.isBoolean();
      case "number" -> value instanceof JsonPrimitive primitive && primitive.isNumber();
      case "integer" ->
          value instanceof JsonPrimitive primitive
              && primitive.isNumber()
              && isWhole(primitive.getAsBigDecimal());
      default -> throw new IllegalArgumentException(type);
    };
  }

  private static boolean isWhole(BigDecimal number) {
    return number.stripTrailingZeros().scale() <= 0;
  }
}
