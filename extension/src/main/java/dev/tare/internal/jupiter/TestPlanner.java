package dev.tare.internal.jupiter;

import static java.util.Collections.frequency;

import dev.tare.extension.Configuration;
import dev.tare.extension.PreparesCalls;
import dev.tare.extension.Subject;
import dev.tare.extension.TareConfigurationException;
import dev.tare.internal.weight.WeightLocks;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/** Reads all promises that apply to a test, and refuses those that contradict each other. */
final class TestPlanner {

  private final Class<?> testClass;
  private final RealMethod real;
  private final Configuration configuration;
  private final ClassSites sites;

  /**
   * @param sites what all tests of the class share
   */
  TestPlanner(Class<?> testClass, RealMethod real, Configuration configuration, ClassSites sites) {
    this.testClass = testClass;
    this.real = real;
    this.configuration = configuration;
    this.sites = sites;
  }

  /**
   * Reads the promises about the test.
   *
   * @throws TareConfigurationException if an annotation is malformed, misplaced or contradicts
   *     another
   */
  TestPlan plan() {
    List<Annotation> own = new ArrayList<>(MeasuredAnnotations.on(real.method()));
    List<Annotation> defaults = new ArrayList<>(sites.defaults());
    replaceWeighed(own, defaults);
    List<Promise> onMethod = read(own, real.method(), true);
    TestSiteRules rules = new TestSiteRules(real);
    rules.check(onMethod);
    List<Promise> promises = new ArrayList<>(onMethod);
    promises.addAll(classPromises(own, defaults, rules));
    promises.sort(Comparator.comparingInt(promise -> promise.metric().order()));
    List<Promise> calls = new ArrayList<>();
    List<Promise> values = new ArrayList<>();
    checkCalls(promises);
    for (Promise promise : distinct(promises)) {
      (promise.isAboutCalls() ? calls : values).add(promise);
    }
    Map<Integer, List<Promise>> parameters = parameterPromises(rules);
    parameters.values().forEach(promises::addAll);
    if (values.isEmpty() && !real.isFactory()) {
      MeasuredAnnotations.refuseUnlimited(testClass, real.method());
    }
    return new TestPlan(real, calls, values, parameters, readPreparations(promises));
  }

  /**
   * Checks that each promise about calls can have calls of its own.
   *
   * @throws TareConfigurationException if one is about the first or the only call
   */
  private void checkCalls(List<Promise> promises) {
    List<Promise> calls = promises.stream().filter(Promise::isAboutCalls).toList();
    for (Promise first : calls) {
      if (calls.size() > 1 && (first.metric().judgesFirstCall() || first.callsOnce())) {
        throw new TareConfigurationException(
            "%s and %s on %s: the body may be called only once for the first, and the second needs calls of its own; put them on separate methods"
                .formatted(
                    first.text(),
                    calls.get(first.equals(calls.get(0)) ? 1 : 0).text(),
                    real.shortName(testClass)));
      }
    }
  }

  /**
   * Returns the methods that prepare the calls of the body.
   *
   * @param promises the promises for which the body is called
   */
  private List<Preparation> readPreparations(List<Promise> promises) {
    List<Preparation> preparations = promises.isEmpty() ? List.of() : sites.preparations();
    for (Preparation preparation : preparations) {
      preparation.check(real);
      for (Promise promise : promises) {
        if (!promise.metric().preparesCalls()) {
          throw new TareConfigurationException(
              "%s on %s: its calls would not be prepared by \"%s\"; put the test into a class without such a method, for example into another top-level class"
                  .formatted(promise.text(), real.shortName(testClass), preparation.text()));
        }
      }
    }
    return preparations;
  }

  private List<Promise> read(List<Annotation> annotations, AnnotatedElement on, boolean direct) {
    Subject.Site site = new Subject.Site(testClass, real.method(), on, direct);
    refuseAmbiguous(annotations, site);
    List<Promise> promises = new ArrayList<>();
    for (Annotation annotation : annotations) {
      Promise promise = Promise.read(annotation, site, configuration);
      if (promise.applies()) {
        promises.add(promise);
      }
    }
    return promises;
  }

  private static void refuseAmbiguous(List<Annotation> annotations, Subject.Site site) {
    Map<Object, Annotation> byKey = new HashMap<>();
    for (Annotation annotation : annotations) {
      Annotation other = byKey.putIfAbsent(MeasuredAnnotations.key(annotation), annotation);
      if (other != null) {
        AnnotationSite first = new AnnotationSite(other, site);
        AnnotationSite second = new AnnotationSite(annotation, site);
        throw new TareConfigurationException(
            "%s and %s on %s contradict each other; keep one of them, for example %s"
                .formatted(
                    first.textAndMeaning(),
                    second.textAndMeaning(),
                    second.place(),
                    second.text()));
      }
    }
  }

  /**
   * Removes what {@code @Weighed} measures where the test has another annotation; else, it becomes
   * a default, so that only what the test has is weighed.
   */
  private void replaceWeighed(List<Annotation> own, List<Annotation> defaults) {
    List<Annotation> weighed =
        WeightLocks.annotationOf(real.places(testClass))
            .map(MeasuredAnnotations::on)
            .orElse(List.of());
    if (weighed.isEmpty()) {
      return;
    }
    removeIndirect(weighed, own, real.method());
    removeIndirect(weighed, defaults, testClass);
    if (own.isEmpty()
        && defaults.isEmpty()
        && Stream.of(real.method().getParameters()).noneMatch(MeasuredAnnotations::areOn)) {
      defaults.addAll(weighed);
    }
  }

  private static void removeIndirect(
      List<Annotation> weighed, List<Annotation> found, AnnotatedElement element) {
    List<Annotation> direct = MeasuredAnnotations.declaredOn(element);
    found.removeIf(annotation -> weighed.contains(annotation) && !direct.contains(annotation));
  }

  private List<Promise> classPromises(
      List<Annotation> own, List<Annotation> defaults, TestSiteRules rules) {
    if (defaults.isEmpty()) {
      return List.of();
    }
    Set<Object> nearerKeys = new HashSet<>();
    own.forEach(annotation -> nearerKeys.add(MeasuredAnnotations.key(annotation)));
    List<Annotation> applicable =
        defaults.stream()
            .filter(annotation -> !nearerKeys.contains(MeasuredAnnotations.key(annotation)))
            .toList();
    List<Promise> promises =
        read(applicable, testClass, false).stream().filter(rules::applies).toList();
    promises.forEach(rules::checkSuspend);
    return promises;
  }

  private Map<Integer, List<Promise>> parameterPromises(TestSiteRules rules) {
    Map<Integer, List<Promise>> promises = new TreeMap<>();
    Parameter[] parameters = real.method().getParameters();
    for (int i = 0; i < parameters.length; i++) {
      List<Promise> own = new ArrayList<>();
      for (Promise promise : readValue(parameters[i], parameters[i].toString(), rules)) {
        rules.checkParameter(promise, parameters[i]);
        boolean isOnlyParameter = parameters.length == 1 && !real.returnsValue();
        own.add(isOnlyParameter ? promise : promise.in("parameter " + parameters[i].getName()));
      }
      if (!own.isEmpty()) {
        promises.put(i, own);
      }
    }
    return promises;
  }

  private List<Promise> readValue(AnnotatedElement element, String name, TestSiteRules rules) {
    if (element.getAnnotations().length == 0) {
      return List.of();
    }
    List<Promise> promises = read(MeasuredAnnotations.on(element), element, true);
    promises.forEach(promise -> rules.checkValueSite(promise, name));
    return distinct(promises);
  }

  /** Tells figures of one name apart, such as the calls of types of one simple name. */
  private static List<Promise> distinct(List<Promise> promises) {
    List<String> names =
        promises.stream()
            .flatMap(promise -> promise.budgets().stream())
            .map(budget -> budget.figure().noun())
            .toList();
    return promises.stream()
        .map(
            promise ->
                promise.budgets().stream()
                        .allMatch(budget -> frequency(names, budget.figure().noun()) == 1)
                    ? promise
                    : promise.named(" " + MeasuredAnnotations.distinction(promise.annotation())))
        .toList();
  }

  /**
   * What all tests of a class share; read once, since that reads all methods and supertypes.
   *
   * @param defaults annotations on the class, its supertypes and its enclosing classes, the nearest
   *     first
   * @param preparations the methods that prepare calls, such as {@code @BeforeCall} methods, in
   *     call order: outermost instance first, superclasses first
   */
  record ClassSites(List<Annotation> defaults, List<Preparation> preparations) {

    ClassSites {
      defaults = List.copyOf(defaults);
      preparations = List.copyOf(preparations);
    }

    static ClassSites of(Class<?> testClass) {
      List<Class<?>> types = MeasuredAnnotations.withEnclosingClasses(testClass);
      List<Preparation> preparations = new ArrayList<>();
      for (int level = types.size() - 1; level >= 0; level--) {
        for (Method method :
            ReflectionSupport.findMethods(
                types.get(level),
                found -> AnnotationSupport.isAnnotated(found, PreparesCalls.class),
                HierarchyTraversalMode.TOP_DOWN)) {
          preparations.add(new Preparation(method, level));
        }
      }
      return new ClassSites(MeasuredAnnotations.defaultsOf(testClass), preparations);
    }
  }
}
