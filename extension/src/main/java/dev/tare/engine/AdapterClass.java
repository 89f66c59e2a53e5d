package dev.tare.engine;

import static org.junit.platform.commons.support.AnnotationSupport.isAnnotated;

import dev.tare.extension.Marks;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javassist.bytecode.AccessFlag;
import javassist.bytecode.AnnotationsAttribute;
import javassist.bytecode.AttributeInfo;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.Bytecode;
import javassist.bytecode.ClassFile;
import javassist.bytecode.ConstPool;
import javassist.bytecode.DuplicateMemberException;
import javassist.bytecode.MethodInfo;
import javassist.bytecode.MethodParametersAttribute;
import javassist.bytecode.Opcode;
import javassist.bytecode.ParameterAnnotationsAttribute;
import javassist.bytecode.SignatureAttribute;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestTemplate;

/**
 * Writes the class that stands in for the measured methods of one type: for each of them an empty
 * {@code public void} method of the same name, parameters, annotations and generic parameter types,
 * which Jupiter accepts as a test.
 *
 * <p>The attributes are copied from the class file, so that Jupiter and its extensions read of the
 * adapter what they would read of the method.
 */
final class AdapterClass {

  private static final String PARAMETERIZED = "org.junit.jupiter.params.ParameterizedTest";

  /** What Jupiter would read first and what would not suit the adapter. */
  private static final Set<String> REPLACED =
      Set.of(
          Test.class.getName(),
          TestFactory.class.getName(),
          TestTemplate.class.getName(),
          RepeatedTest.class.getName(),
          PARAMETERIZED);

  private final Class<?> adapted;
  private final ClassFile origin;
  private final ClassFile adapter;
  private final ConstPool constants;
  private final Map<String, MethodInfo> methods = new HashMap<>();
  private final Marks marks = new Marks();
  private final Map<Class<?>, Boolean> composed = new HashMap<>();
  private final Map<List<Class<?>>, Boolean> sourced = new HashMap<>();

  private AdapterClass(Class<?> adapted, String name) {
    this.adapted = adapted;
    this.origin = read(adapted);
    this.adapter = new ClassFile(false, name, Object.class.getName());
    this.constants = adapter.getConstPool();
    for (MethodInfo method : origin.getMethods()) {
      methods.put(method.getName() + method.getDescriptor(), method);
    }
    adapter.setMajorVersion(origin.getMajorVersion());
    adapter.setAccessFlags(AccessFlag.PUBLIC | AccessFlag.SYNTHETIC);
  }

  /**
   * The adapter's class file.
   *
   * @param adapted the type that declares the methods
   * @param name the binary name of the adapter
   */
  static ClassFile write(Class<?> adapted, String name) {
    AdapterClass written = new AdapterClass(adapted, name);
    try {
      written.addTypeParameters();
      for (Method method : AnnotatedMethods.declaredIn(adapted, written.marks)) {
        written.addMethod(method);
      }
    } catch (BadBytecode | DuplicateMemberException e) {
      throw new IllegalStateException("cannot adapt the class file of " + adapted.getName(), e);
    }
    return written.adapter;
  }

  private static ClassFile read(Class<?> type) {
    String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
    try (InputStream bytes = type.getResourceAsStream(file)) {
      if (bytes == null) {
        throw new IllegalStateException("there is no class file of " + type.getName());
      }
      return new ClassFile(new DataInputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the class file of " + type.getName(), e);
    }
  }

  private void addTypeParameters() throws BadBytecode {
    if (origin.getAttribute(SignatureAttribute.tag) instanceof SignatureAttribute signature) {
      SignatureAttribute.ClassSignature generic =
          SignatureAttribute.toClassSignature(signature.getSignature());
      String own = new SignatureAttribute.ClassSignature(generic.getParameters()).encode();
      adapter.addAttribute(new SignatureAttribute(constants, own));
    }
  }

  private void addMethod(Method method) throws BadBytecode, DuplicateMemberException {
    MethodInfo read = find(method);
    String descriptor = descriptor(method, void.class);
    MethodInfo written = new MethodInfo(constants, method.getName(), descriptor);
    written.setAccessFlags(AccessFlag.PUBLIC);
    Bytecode body = new Bytecode(constants, 0, 1 + slots(method));
    body.addOpcode(Opcode.RETURN);
    written.setCodeAttribute(body.toCodeAttribute());
    written.addAttribute(annotations(method, read));
    copy(ParameterAnnotationsAttribute.visibleTag, read, written);
    copy(MethodParametersAttribute.tag, read, written);
    addSignature(read, written);
    adapter.addMethod(written);
  }

  private MethodInfo find(Method method) {
    MethodInfo read = methods.get(method.getName() + descriptor(method, method.getReturnType()));
    if (read == null) {
      throw new IllegalStateException("the class file has no " + method.toGenericString());
    }
    return read;
  }

  private static String descriptor(Method method, Class<?> returned) {
    return MethodType.methodType(returned, method.getParameterTypes()).toMethodDescriptorString();
  }

  private static int slots(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .mapToInt(type -> type == long.class || type == double.class ? 2 : 1)
        .sum();
  }

  private AnnotationsAttribute annotations(Method method, MethodInfo read) {
    AttributeInfo found = read.getAttribute(AnnotationsAttribute.visibleTag);
    AnnotationsAttribute copy = (AnnotationsAttribute) found.copy(constants, Map.of());
    List<javassist.bytecode.annotation.Annotation> kept =
        new ArrayList<>(Arrays.asList(copy.getAnnotations()));
    kept.removeIf(annotation -> REPLACED.contains(annotation.getTypeName()));
    kind(method)
        .map(type -> new javassist.bytecode.annotation.Annotation(type, constants))
        .ifPresent(kept::add);
    copy.setAnnotations(kept.toArray(new javassist.bytecode.annotation.Annotation[0]));
    return copy;
  }

  /** Which annotation makes the adapter a test; none where a composed one that stays does. */
  private Optional<String> kind(Method method) {
    for (Annotation annotation : method.getAnnotations()) {
      if (composed.computeIfAbsent(annotation.annotationType(), AdapterClass::isComposed)) {
        return Optional.empty();
      }
    }
    return Optional.of(
        isAcceptable(method) && takesArguments(method) ? PARAMETERIZED : Test.class.getName());
  }

  /** Whether it is not Jupiter's own and makes a method a test. */
  private static boolean isComposed(Class<?> annotation) {
    return !REPLACED.contains(annotation.getName())
        && (isAnnotated(annotation, Test.class) || isAnnotated(annotation, TestTemplate.class));
  }

  /** Whether the method can be run; one that cannot needs to fail only once. */
  private boolean isAcceptable(Method method) {
    int modifiers = method.getModifiers();
    return !Modifier.isPrivate(modifiers)
        && !Modifier.isStatic(modifiers)
        && !AnnotatedMethods.claimsToBeJupiters(method, marks);
  }

  /** The same for all methods with annotations of the same types. */
  private boolean takesArguments(Method method) {
    return sourced.computeIfAbsent(Marks.typesOn(method), types -> Marks.takesArguments(method));
  }

  private void copy(String attribute, MethodInfo read, MethodInfo written) {
    AttributeInfo found = read.getAttribute(attribute);
    if (found != null) {
      written.addAttribute(found.copy(constants, Map.of()));
    }
  }

  private void addSignature(MethodInfo read, MethodInfo written) throws BadBytecode {
    if (isInGenericClass(adapted)
        || !(read.getAttribute(SignatureAttribute.tag) instanceof SignatureAttribute signature)) {
      return;
    }
    SignatureAttribute.MethodSignature generic =
        SignatureAttribute.toMethodSignature(signature.getSignature());
    String own =
        new SignatureAttribute.MethodSignature(
                generic.getTypeParameters(),
                generic.getParameterTypes(),
                new SignatureAttribute.BaseType(void.class.getName()),
                null)
            .encode();
    written.addAttribute(new SignatureAttribute(constants, own));
  }

  /** Whether type variables may be in a signature that the adapter's class does not declare. */
  private static boolean isInGenericClass(Class<?> type) {
    Class<?> around = type.getEnclosingClass();
    return around != null && (around.getTypeParameters().length > 0 || isInGenericClass(around));
  }
}
