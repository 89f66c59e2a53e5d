package dev.tare.internal.heap.memory;

import dev.tare.heap.NotFollowed;
import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which references a walk follows. It is asked once for every class, when its {@link ClassShape} is
 * made, so it costs nothing for an object.
 *
 * @param cut fields that are not followed on request
 * @param annotated whether {@link NotFollowed} counts
 * @param referents the kinds of references whose referents are followed
 */
public record ReferencePolicy(Predicate<Field> cut, boolean annotated, Set<Class<?>> referents) {

  // no lambda: it would be the first that a JVM links
  private static final Predicate<Field> NOTHING =
      new Predicate<>() {
        @Override
        public boolean test(Field field) {
          return false;
        }
      };

  /** What keeps objects alive: for looking from elsewhere, where no option counts. */
  public static final ReferencePolicy STRONG = new ReferencePolicy(NOTHING, false, Set.of());

  /** What belongs to a value, without further options. */
  public static final ReferencePolicy VALUE = new ReferencePolicy(NOTHING, true, Set.of());

  private static final String REFERENCE = Reference.class.getName();
  private static final String REFERENT = "referent";

  /**
   * References that are not followed, by the name of the class that declares them: those that do
   * not keep an object alive, and the lists in which the JDK links all its cleaners, which would
   * lead from one direct buffer to every other.
   */
  private static final Map<String, Set<String>> UNFOLLOWED =
      Map.of(
          REFERENCE,
          Set.of(REFERENT, "next", "discovered"),
          "jdk.internal.ref.Cleaner",
          Set.of("next", "prev"),
          "jdk.internal.ref.PhantomCleanable",
          Set.of("next", "prev", "list", "node"));

  public ReferencePolicy without(Predicate<Field> fields) {
    return new ReferencePolicy(cut.or(fields), annotated, referents);
  }

  public ReferencePolicy withReferentsOf(Collection<Class<?>> kinds) {
    Set<Class<?>> all = new HashSet<>(referents);
    all.addAll(kinds);
    return new ReferencePolicy(cut, annotated, Set.copyOf(all));
  }

  /** Whether a reference of objects of a class is part of the graph as the JVM sees it. */
  boolean follows(Class<?> type, Field field) {
    String owner = field.getDeclaringClass().getName();
    if (owner.equals(REFERENCE) && field.getName().equals(REFERENT)) {
      return referents.stream().anyMatch(kind -> kind.isAssignableFrom(type));
    }
    return !UNFOLLOWED.getOrDefault(owner, Set.of()).contains(field.getName());
  }

  /** Whether a reference is left out because the user said so. */
  boolean cuts(Field field) {
    boolean marked =
        annotated
            && canBeAnnotated(field.getDeclaringClass())
            && field.isAnnotationPresent(NotFollowed.class);
    return marked || cut.test(field);
  }

  /** The boot loader's classes do not know Tare's annotations. */
  private static boolean canBeAnnotated(Class<?> type) {
    return type.getClassLoader() != null;
  }

  /** Remembers which types carry {@link NotFollowed}, on themselves or on a supertype. */
  public static final class AnnotatedTypes implements Predicate<Class<?>> {

    private final Map<Class<?>, Boolean> known = new ConcurrentHashMap<>();

    @Override
    public boolean test(Class<?> type) {
      if (!canBeAnnotated(type) || type.isArray()) {
        return false;
      }
      Boolean marked = known.get(type);
      if (marked == null) {
        marked = isMarked(type);
        known.put(type, marked);
      }
      return marked;
    }

    private boolean isMarked(@Nullable Class<?> type) {
      if (type == null || !canBeAnnotated(type)) {
        return false;
      }
      if (type.isAnnotationPresent(NotFollowed.class) || isMarked(type.getSuperclass())) {
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
