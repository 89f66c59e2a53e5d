package dev.tare.internal.heap.memory;

import dev.tare.heap.NotFollowed;
import java.lang.annotation.Annotation;
import java.lang.ref.Reference;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Rule that determines which references a walk follows. It is evaluated once per class, when the
 * {@link ClassShape} is created, so it costs nothing per object.
 *
 * @param excluded accepts fields that are not followed because of an option
 * @param annotated whether {@link NotFollowed} is honoured
 * @param referents the kinds of references whose referents are followed
 * @param cleaners whether the lists of the JDK's cleaners are followed; they keep every cleaning
 *     action alive, but would lead from one direct buffer to all others
 */
public record ReferencePolicy(
    Predicate<Field> excluded, boolean annotated, Set<Class<?>> referents, boolean cleaners) {

  /** References that keep objects alive, for walks from the heap roots; options do not apply. */
  public static final ReferencePolicy STRONG =
      new ReferencePolicy(field -> false, false, Set.of(), false);

  /**
   * Returns the references that keep objects alive, the cleaners' lists included, for searches for
   * what holds an object.
   *
   * @param referents the kinds of references whose referents count as held
   */
  public static ReferencePolicy keeping(Set<Class<?>> referents) {
    return new ReferencePolicy(field -> false, false, referents, true);
  }

  /** References that belong to a value, without options. */
  public static final ReferencePolicy VALUE =
      new ReferencePolicy(field -> false, true, Set.of(), false);

  private static final String NOT_FOLLOWED = NotFollowed.class.getSimpleName();
  private static final String REFERENCE = Reference.class.getName();
  private static final String REFERENT = "referent";

  /** Fields of a reference that do not keep an object alive. */
  private static final Set<String> NEVER_FOLLOWED = Set.of(REFERENT, "next", "discovered");

  /**
   * Fields that list the JDK's cleaners, by declaring class. In JDK 25, lists have arrays of
   * cleaners instead of linking them.
   */
  private static final Map<String, Set<String>> CLEANER_LISTS =
      Map.of(
          "jdk.internal.ref.Cleaner",
          Set.of("first", "next", "prev"),
          "jdk.internal.ref.PhantomCleanable",
          Set.of("next", "prev", "list", "node"),
          "jdk.internal.ref.CleanerImpl$CleanableList",
          Set.of("head", "cache"));

  public ReferencePolicy without(Predicate<Field> fields) {
    return new ReferencePolicy(excluded.or(fields), annotated, referents, cleaners);
  }

  public ReferencePolicy withReferentsOf(Collection<Class<?>> kinds) {
    Set<Class<?>> all = new HashSet<>(referents);
    all.addAll(kinds);
    return new ReferencePolicy(excluded, annotated, Set.copyOf(all), cleaners);
  }

  /** Returns whether a reference field of a class is part of the object graph. */
  public boolean follows(Class<?> type, Field field) {
    String owner = field.getDeclaringClass().getName();
    if (owner.equals(REFERENCE) && field.getName().equals(REFERENT)) {
      return referents.stream().anyMatch(kind -> kind.isAssignableFrom(type));
    }
    if (owner.equals(REFERENCE)) {
      return !NEVER_FOLLOWED.contains(field.getName());
    }
    return cleaners || !CLEANER_LISTS.getOrDefault(owner, Set.of()).contains(field.getName());
  }

  /** Returns whether a field is excluded by an annotation or option. */
  boolean excludes(Field field) {
    boolean marked = annotated && canBeAnnotated(field.getDeclaringClass()) && isAnnotated(field);
    return marked || excluded.test(field);
  }

  /**
   * Returns whether an element has {@link NotFollowed} or another annotation of that simple name,
   * which production code can declare to be independent of Tare.
   */
  private static boolean isAnnotated(AnnotatedElement element) {
    for (Annotation annotation : element.getDeclaredAnnotations()) {
      if (annotation.annotationType().getSimpleName().equals(NOT_FOLLOWED)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a class can carry Tare's annotations: classes of the boot loader cannot. */
  private static boolean canBeAnnotated(Class<?> type) {
    return type.getClassLoader() != null;
  }

  /**
   * Accepts types that are annotated with {@link NotFollowed} or have such a supertype; results are
   * cached.
   */
  public static final class AnnotatedTypes implements Predicate<Class<?>> {

    private final Map<Class<?>, Boolean> results = new ConcurrentHashMap<>();

    @Override
    public boolean test(Class<?> type) {
      if (!canBeAnnotated(type) || type.isArray()) {
        return false;
      }
      Boolean marked = results.get(type);
      if (marked == null) {
        marked = isMarked(type);
        results.put(type, marked);
      }
      return marked;
    }

    private boolean isMarked(@Nullable Class<?> type) {
      if (type == null || !canBeAnnotated(type)) {
        return false;
      }
      if (isAnnotated(type) || isMarked(type.getSuperclass())) {
        return true;
      }
      for (Class<?> parent : type.getInterfaces()) {
        if (isMarked(parent)) {
          return true;
        }
      }
      return false;
    }
  }
}
