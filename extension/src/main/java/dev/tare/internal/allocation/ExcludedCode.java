package dev.tare.internal.allocation;

import dev.tare.internal.agent.record.CallTreeNode;
import dev.tare.internal.agent.weave.ClassSelection;
import dev.tare.internal.agent.weave.ClassSelection.ClassIdentity;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.internal.allocation.WovenCalls.RecordedCall;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Code whose allocation does not count, with that of all code that it calls: the methods of types
 * and their nested types, or of all types in packages and their subpackages.
 *
 * @param types the binary names of the types
 * @param packages the names of the packages
 */
public record ExcludedCode(List<String> types, List<String> packages) {

  /** No code. */
  public static final ExcludedCode NONE = new ExcludedCode(new Class<?>[0], new String[0]);

  /** Creates the code of types and packages. */
  public ExcludedCode(Class<?>[] types, String[] packages) {
    this(Stream.of(types).map(Class::getName).toList(), List.of(packages));
  }

  /** Returns whether there is none. */
  public boolean isEmpty() {
    return types.isEmpty() && packages.isEmpty();
  }

  /** Returns the names for messages: simple names of types, and packages. */
  public String names() {
    return Stream.concat(
            types.stream().map(type -> type.substring(type.lastIndexOf('.') + 1).replace('$', '.')),
            packages.stream())
        .collect(Collectors.joining(", "));
  }

  /** Returns whether code of a class, or the class or method of a name, is excluded. */
  boolean contains(String name) {
    return types.stream().anyMatch(type -> isWithin(name, type, '$') || isWithin(name, type, '.'))
        || packages.stream().anyMatch(inside -> isWithin(name, inside, '.'));
  }

  private static boolean isWithin(String name, String outer, char separator) {
    return name.startsWith(outer)
        && (name.length() == outer.length() || name.charAt(outer.length()) == separator);
  }

  /**
   * Returns a selection of this code besides others, woven like code of libraries.
   *
   * @param everything selects the classes that may be woven
   */
  ClassSelection besides(ClassSelection others, ClassSelection everything) {
    return new ClassSelection() {
      @Override
      public Optional<ClassOrigin> origin(ClassIdentity type, @Nullable ProtectionDomain domain) {
        Optional<ClassOrigin> origin = others.origin(type, domain);
        return contains(type.name())
                && !origin.equals(Optional.of(ClassOrigin.APPLICATION))
                && everything.origin(type, domain).isPresent()
            ? Optional.of(ClassOrigin.LIBRARIES)
            : origin;
      }
    };
  }

  /** Returns a recorded call without the bytes of this code. Each node is after its caller. */
  RecordedCall removedFrom(RecordedCall call) {
    boolean[] removed = new boolean[call.calls().size()];
    List<CallTreeNode> counted = new ArrayList<>();
    long bytes = call.bytes();
    for (int i = 0; i < removed.length; i++) {
      CallTreeNode node = call.calls().get(i);
      removed[i] = contains(node.site().owner()) || (node.caller() >= 0 && removed[node.caller()]);
      if (removed[i]) {
        bytes -= node.bytes();
      } else {
        counted.add(node);
      }
    }
    return new RecordedCall(bytes, counted, List.of());
  }
}
