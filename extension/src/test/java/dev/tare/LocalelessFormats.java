package dev.tare;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import javassist.bytecode.CodeIterator;
import javassist.bytecode.ConstPool;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.Opcode;

/**
 * Finds numbers that are formatted in the default locale, which may have other digits.
 *
 * <p>The format is the last text constant loaded before the call. A format that is no constant of
 * the same method is not found, so that the call needs a locale.
 */
final class LocalelessFormats extends ArchCondition<JavaClass> {

  private static final Pattern CONVERSION = Pattern.compile("%[-#+ 0,(]*\\d*(\\.\\d+)?[a-zA-Z]");
  private static final Pattern NUMERIC =
      Pattern.compile("%[-#+ 0,(]*\\d*(\\.\\d+)?([doxXeEfgGaA]|[tT]\\w)");
  private static final String FORMAT = "(Ljava/lang/String;[Ljava/lang/Object;)";
  private static final String WITH_LOCALE =
      "(Ljava/util/Locale;Ljava/lang/String;[Ljava/lang/Object;)";

  LocalelessFormats() {
    super("format a number in the default locale");
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    for (String found : in(type)) {
      events.add(SimpleConditionEvent.satisfied(type, type.getName() + "." + found));
    }
  }

  private static List<String> in(JavaClass type) {
    try (InputStream in = type.getSource().orElseThrow().getUri().toURL().openStream()) {
      List<String> found = new ArrayList<>();
      List<MethodInfo> methods = new ClassFile(new DataInputStream(in)).getMethods();
      for (MethodInfo method : methods) {
        if (method.getCodeAttribute() != null) {
          find(method, found);
        }
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (BadBytecode e) {
      throw new IllegalStateException(e);
    }
  }

  private static void find(MethodInfo method, List<String> found) throws BadBytecode {
    ConstPool constants = method.getConstPool();
    CodeIterator code = method.getCodeAttribute().iterator();
    Deque<String> formats = new ArrayDeque<>();
    while (code.hasNext()) {
      int at = code.next();
      switch (code.byteAt(at)) {
        case Opcode.LDC -> add(constants, code.byteAt(at + 1), formats);
        case Opcode.LDC_W -> add(constants, code.u16bitAt(at + 1), formats);
        case Opcode.INVOKEVIRTUAL, Opcode.INVOKESTATIC -> {
          int called = code.u16bitAt(at + 1);
          if (constants.getTag(called) == ConstPool.CONST_Methodref
              && isFormat(constants, called)) {
            String format = formats.isEmpty() ? "a format from elsewhere" : formats.pop();
            boolean shown = CONVERSION.matcher(format).find() && !NUMERIC.matcher(format).find();
            if (!constants.getMethodrefType(called).startsWith(WITH_LOCALE) && !shown) {
              found.add(method.getName() + "(): " + format);
            }
          }
        }
        default -> {}
      }
    }
  }

  private static void add(ConstPool constants, int index, Deque<String> formats) {
    if (constants.getTag(index) == ConstPool.CONST_String
        && CONVERSION.matcher(constants.getStringInfo(index)).find()) {
      formats.push(constants.getStringInfo(index));
    }
  }

  private static boolean isFormat(ConstPool constants, int called) {
    String type = constants.getMethodrefType(called);
    String name = constants.getMethodrefName(called);
    return switch (name) {
      case "format", "printf" -> type.startsWith(FORMAT) || type.startsWith(WITH_LOCALE);
      case "formatted" -> type.equals("([Ljava/lang/Object;)Ljava/lang/String;");
      default -> false;
    };
  }
}
