package dev.tare.internal.call;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
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
import javassist.bytecode.annotation.Annotation;

/**
 * Writes an adapter class: for each given method of another class, it has an empty {@code public
 * void} method. JUnit accepts these methods as tests where it rejects the originals.
 *
 * <p>Class annotations are copied from the class file, and so are the name, parameters, annotations
 * and generic parameter types of each method. So JUnit and its extensions find them on the adapter
 * too.
 */
public final class AdapterClass {

  private static final String SUFFIX = "__Measured";

  private final Class<?> adapted;
  private final ClassFile origin;
  private final ClassFile adapter;
  private final ConstPool constants;
  private final Map<String, MethodInfo> methods = new HashMap<>();

  private AdapterClass(Class<?> adapted) {
    this.adapted = adapted;
    this.origin = readClassFile(adapted);
    this.adapter = new ClassFile(false, adapted.getName() + SUFFIX, Object.class.getName());
    this.constants = adapter.getConstPool();
    for (MethodInfo method : origin.getMethods()) {
      methods.put(method.getName() + method.getDescriptor(), method);
    }
    adapter.setMajorVersion(origin.getMajorVersion());
    adapter.setAccessFlags(AccessFlag.PUBLIC | AccessFlag.SYNTHETIC);
  }

  /**
   * Defines the adapter class.
   *
   * @param adapted the type that declares the methods
   * @param addedAnnotations the methods, each with the name of the annotation type to add to its
   *     adapter
   * @param removedAnnotations names of annotation types that are not copied from the methods
   * @throws IllegalStateException if there is no class file of the type
   */
  public static Class<?> define(
      Class<?> adapted,
      Map<Method, Optional<String>> addedAnnotations,
      Set<String> removedAnnotations,
      AdapterLoader loader) {
    AdapterClass writer = new AdapterClass(adapted);
    try {
      writer.addTypeParameters();
      writer.copyClassAnnotations();
      for (Map.Entry<Method, Optional<String>> method : addedAnnotations.entrySet()) {
        writer.addMethod(method.getKey(), method.getValue(), removedAnnotations);
      }
    } catch (BadBytecode | DuplicateMemberException e) {
      throw new IllegalStateException("cannot adapt the class file of " + adapted.getName(), e);
    }
    return loader.define(writer.adapter.getName(), toBytes(writer.adapter));
  }

  private static byte[] toBytes(ClassFile file) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      file.write(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static ClassFile readClassFile(Class<?> type) {
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

  private void copyClassAnnotations() {
    AttributeInfo found = origin.getAttribute(AnnotationsAttribute.visibleTag);
    if (found != null) {
      adapter.addAttribute(found.copy(constants, Map.of()));
    }
  }

  private void addMethod(
      Method method, Optional<String> addedAnnotations, Set<String> removedAnnotations)
      throws BadBytecode, DuplicateMemberException {
    MethodInfo original = findOriginal(method);
    String descriptor = descriptor(method, void.class);
    MethodInfo copy = new MethodInfo(constants, method.getName(), descriptor);
    copy.setAccessFlags(AccessFlag.PUBLIC);
    Bytecode body = new Bytecode(constants, 0, 1 + slots(method));
    body.addOpcode(Opcode.RETURN);
    copy.setCodeAttribute(body.toCodeAttribute());
    copy.addAttribute(annotations(original, addedAnnotations, removedAnnotations));
    copy(ParameterAnnotationsAttribute.visibleTag, original, copy);
    copy(MethodParametersAttribute.tag, original, copy);
    addSignature(original, copy);
    adapter.addMethod(copy);
  }

  private MethodInfo findOriginal(Method method) {
    MethodInfo original =
        methods.get(method.getName() + descriptor(method, method.getReturnType()));
    if (original == null) {
      throw new IllegalStateException("the class file has no " + method.toGenericString());
    }
    return original;
  }

  private static String descriptor(Method method, Class<?> returned) {
    return MethodType.methodType(returned, method.getParameterTypes()).toMethodDescriptorString();
  }

  private static int slots(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .mapToInt(type -> type == long.class || type == double.class ? 2 : 1)
        .sum();
  }

  private AnnotationsAttribute annotations(
      MethodInfo original, Optional<String> addedAnnotations, Set<String> removedAnnotations) {
    AttributeInfo found = original.getAttribute(AnnotationsAttribute.visibleTag);
    AnnotationsAttribute copy = (AnnotationsAttribute) found.copy(constants, Map.of());
    List<Annotation> kept = new ArrayList<>(Arrays.asList(copy.getAnnotations()));
    kept.removeIf(annotation -> removedAnnotations.contains(annotation.getTypeName()));
    addedAnnotations.map(type -> new Annotation(type, constants)).ifPresent(kept::add);
    copy.setAnnotations(kept.toArray(new Annotation[0]));
    return copy;
  }

  private void copy(String attribute, MethodInfo original, MethodInfo copy) {
    AttributeInfo found = original.getAttribute(attribute);
    if (found != null) {
      copy.addAttribute(found.copy(constants, Map.of()));
    }
  }

  private void addSignature(MethodInfo original, MethodInfo copy) throws BadBytecode {
    if (isInGenericClass(adapted)
        || !(original.getAttribute(SignatureAttribute.tag)
            instanceof SignatureAttribute signature)) {
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
    copy.addAttribute(new SignatureAttribute(constants, own));
  }

  /**
   * Returns whether a signature may contain type variables that the adapter class does not declare.
   */
  private static boolean isInGenericClass(Class<?> type) {
    Class<?> enclosing = type.getEnclosingClass();
    return enclosing != null
        && (enclosing.getTypeParameters().length > 0 || isInGenericClass(enclosing));
  }
}
