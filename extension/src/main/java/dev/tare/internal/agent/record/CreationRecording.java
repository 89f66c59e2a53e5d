package dev.tare.internal.agent.record;

import dev.tare.internal.agent.weave.ClassOrigins;
import dev.tare.internal.agent.weave.ClassSelection.ClassIdentity;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.internal.agent.weave.CreationWeaver;
import dev.tare.internal.agent.weave.RecorderClass;
import dev.tare.internal.agent.weave.RecorderClass.RecorderInstance;
import java.io.IOException;
import java.lang.StackWalker.StackFrame;
import java.lang.instrument.Instrumentation;
import java.lang.ref.WeakReference;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javassist.bytecode.BadBytecode;
import javassist.bytecode.ClassFile;
import org.jspecify.annotations.Nullable;

/**
 * Records the objects of selected types that all platform threads create between start and stop,
 * each with the line that created it. The objects are held weakly.
 *
 * <p>The constructors of the types are woven, so that objects are recorded wherever they are
 * created. Arrays, lambdas and copies have no constructor; they are recorded only if the
 * application itself creates them.
 */
public final class CreationRecording extends Weaving {

  /** Maximum number of recorded objects: each stack walk takes some microseconds. */
  private static final int MAX_OBJECTS = 100_000;

  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private final ClassOrigins application;
  private final List<CreatedObject> objects = new ArrayList<>();
  private final Map<Class<?>, Boolean> inApplication = new HashMap<>();
  private final RecorderInstance recorder;
  private final Predicate<String> types;
  private final boolean arrays;
  private final ClassOrigins woven;

  private record CreatedObject(WeakReference<Object> object, StackTraceElement line) {}

  /**
   * Weaves the classes.
   *
   * @param types selects the types by name, see {@link CreationWeaver}
   * @param arrays whether it may select arrays, for which the whole application is woven
   * @param tests the test classes, which belong to the application
   * @throws ReflectiveOperationException if the recorder cannot be defined
   */
  public CreationRecording(
      Instrumentation instrumentation,
      Predicate<String> types,
      boolean arrays,
      List<Class<?>> tests)
      throws ReflectiveOperationException, IOException {
    super(instrumentation, RecorderClass.CREATIONS);
    this.types = types;
    this.arrays = arrays;
    this.application = new ClassOrigins(tests, ClassOrigin.APPLICATION);
    this.recorder =
        new RecorderInstance(
            RecorderClass.CREATIONS, (Consumer<Object>) this::record, null, Object.class);
    // The recorder holds a lock while it records. It must not load a class then, so it records once
    // now. It must not wait for a thread that weaves either, so weaving has a ClassOrigins of its
    // own, with its own cache of locations.
    record(this);
    objects.clear();
    this.woven = new ClassOrigins(tests, ClassOrigin.APPLICATION);
    open();
  }

  /**
   * Starts recording.
   *
   * @throws IllegalStateException if another recording is under way in this JVM
   */
  public void start() {
    recorder.start();
  }

  /** Stops recording. Classes that are loaded from now on are not woven. */
  public void stop() {
    recorder.stop();
    stopWeaving();
    inApplication.clear();
  }

  /**
   * Returns the recorded objects that have not been collected, each with the innermost line of the
   * application on the stack that created it; without one, with the line that created it.
   */
  public IdentityHashMap<Object, String> lines() {
    Map<StackTraceElement, String> texts = new HashMap<>();
    IdentityHashMap<Object, String> lines = new IdentityHashMap<>();
    for (CreatedObject created : objects) {
      Object object = created.object.get();
      if (object != null) {
        // an object may be recorded in several constructors; the outermost one comes last
        lines.put(object, texts.computeIfAbsent(created.line, CallRecording::text));
      }
    }
    return lines;
  }

  private void record(Object object) {
    if (objects.size() < MAX_OBJECTS) {
      objects.add(
          new CreatedObject(
              new WeakReference<>(object),
              WALKER.walk(frames -> creator(object, frames.iterator()))));
    }
  }

  private boolean isApplicationClass(Class<?> type) {
    return inApplication.computeIfAbsent(type, application::includes);
  }

  /** Returns the line that created an object, on the stack of its creation. */
  private StackTraceElement creator(Object object, Iterator<StackFrame> frames) {
    StackFrame creator = CallRecording.belowHook(frames, RecorderClass.CREATIONS);
    boolean isConstructor =
        creator.getMethodName().equals("<init>") && creator.getDeclaringClass().isInstance(object);
    if (isConstructor && frames.hasNext()) {
      creator = frames.next();
    }
    StackFrame frame = creator;
    while (!isApplicationClass(frame.getDeclaringClass()) && frames.hasNext()) {
      frame = frames.next();
    }
    return (isApplicationClass(frame.getDeclaringClass()) ? frame : creator).toStackTraceElement();
  }

  /** Includes the selected types, the classes of their lambdas, and where arrays are created. */
  @Override
  boolean includes(ClassIdentity type, @Nullable ProtectionDomain domain) {
    return types.test(type.name())
        || types.test(type.name() + CreationWeaver.LAMBDA)
        || (arrays && woven.origin(type, domain).isPresent());
  }

  @Override
  boolean weave(ClassIdentity type, @Nullable ProtectionDomain domain, ClassFile file)
      throws BadBytecode {
    return new CreationWeaver(types).weave(file);
  }
}
