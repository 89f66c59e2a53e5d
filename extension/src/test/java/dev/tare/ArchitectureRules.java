package dev.tare;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.conditions.ArchConditions.be;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import dev.tare.extension.Metric;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;

/** ArchUnit rules for the packages below one root. */
record ArchitectureRules(Floors floors) {

  /** Classes that may print, relative to the root, with the reason. */
  private static final Map<String, String> PRINTERS =
      Map.of(
          "benchmark.ForkedTimes", "fresh JVMs that take long",
          "internal.launch.LauncherRun", "a build that leaves tests out, which no tool reports",
          "internal.launch.Ledger", "the closing table that tare.print asks for",
          "internal.attach.Entry", "a command line of a JVM that it cannot follow",
          "internal.attach.AgentRecording", "a recording that the full disk lost",
          "internal.attach.Main", "it is a command");

  private static final String ATTACH = "internal.attach";

  /** Packages that the attached recorder may import, relative to the root. */
  private static final Set<String> BELOW_ATTACH =
      Set.of("internal.agent", "internal.allocation", "internal.render", "model", "unit");

  ArchRule floorsHold() {
    return classes()
        .should(be(describe("on a floor", type -> floors.of(type.getPackageName()).isPresent())))
        .andShould(Imports.beOnly("of lower floors", floors::contains, floors::mayImport))
        .because("a package can be read, tested and replaced with what lies below it alone");
  }

  ArchRule slicesAreApart() {
    return classes()
        .that(are(describe("in a slice", type -> floors.isSlice(type.getPackageName()))))
        .should(Imports.beOnly("of no other slice", floors::isSlice, String::equals))
        .because("a new metric is one package, and an old one can be taken out");
  }

  ArchRule attachedRecorderIsApart() {
    return classes()
        .should(
            Imports.beOnly(
                "that keep the attached recorder apart", floors::contains, this::keepsAttachApart))
        .because("it is a product of its own, which must build without the extension");
  }

  private boolean keepsAttachApart(String importing, String imported) {
    boolean inside = floors.relative(imported).equals(ATTACH);
    return floors.relative(importing).equals(ATTACH)
        ? inside || BELOW_ATTACH.contains(Floors.suite(floors.relative(imported)))
        : !inside;
  }

  ArchRule librariesAreListed() {
    return classes()
        .should(
            Imports.beOnly(
                "listed in the design",
                imported -> !floors.contains(imported),
                new Libraries(floors)::mayImport))
        .because("what one package alone knows can be exchanged");
  }

  ArchRule packagesAreFreeOfCycles() {
    return slices()
        .matching(floors.root() + ".(**)")
        .should()
        .beFreeOfCycles()
        // a published package and its internal package use each other
        .ignoreDependency(in("internal.heap"), in("heap"))
        .ignoreDependency(in("extension"), in("internal.jupiter"))
        .because("packages in a circle are one package");
  }

  ArchRule slicesPublishLittle() {
    return classes()
        .that(are(describe("in a slice", type -> floors.isSlice(type.getPackageName()))))
        .or(are(describe("in the engine", type -> in(type, "engine"))))
        .and()
        .arePublic()
        .should(be(describe("what the design names", Kinds::publishable)))
        .because("what is public stays for ever");
  }

  /** Members and nested types have the status of their top-level type. */
  ArchRule publishedTypesHaveAStatus() {
    return classes()
        .that(are(describe("published", this::published)))
        .should(be(describe("annotated @API with status and since", ArchitectureRules::hasStatus)))
        .because("users see what may change, and since when it is there");
  }

  ArchRule publishedMembersAreUsable() {
    return codeUnits()
        .that()
        .arePublic()
        .and()
        .areDeclaredInClassesThat(are(describe("published", this::visible)))
        .should(be(describe("without types that users cannot name", this::usable)))
        .because("what users cannot call is not published");
  }

  private boolean usable(JavaCodeUnit member) {
    return Stream.concat(Stream.of(member.getReturnType()), member.getParameterTypes().stream())
        .flatMap(type -> type.getAllInvolvedRawTypes().stream())
        .map(JavaClass::getBaseComponentType)
        .allMatch(type -> !floors.contains(type.getPackageName()) || visible(type));
  }

  /** Returns whether a type and its enclosing types are published. */
  private boolean visible(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && type.getEnclosingClass().map(this::visible).orElseGet(() -> published(type));
  }

  /** Returns whether a type is public, top-level and in a published package. */
  boolean published(JavaClass type) {
    return type.isTopLevelClass()
        && type.getModifiers().contains(JavaModifier.PUBLIC)
        && floors.contains(type.getPackageName())
        && !name(type).startsWith("internal.")
        && !in(type, "engine");
  }

  private static boolean hasStatus(JavaClass type) {
    return type.isAnnotatedWith(API.class)
        && !type.getAnnotationOfType(API.class).since().isEmpty();
  }

  ArchRule metricsKeepNothing() {
    return fields()
        .that()
        .areDeclaredInClassesThat()
        .areAssignableTo(Metric.class)
        .should()
        .beFinal()
        .because("all invocations of a test share a metric, which remembers none of them");
  }

  ArchRule modelTypesAreValues() {
    return classes()
        .that(are(describe("in the model", type -> in(type, "model"))))
        .should(be(describe("records, enums or sealed", Kinds::value)))
        .because("a report that can change is no evidence");
  }

  ArchRule staticsNeverChange() {
    return fields()
        .that()
        .areStatic()
        .and()
        .doNotHaveModifier(JavaModifier.SYNTHETIC)
        .and()
        .areDeclaredInClassesThat()
        .resideOutsideOfPackages(
            floors.root() + ".internal.agent..", floors.root() + ".internal.call..")
        .and()
        // the engines of a run share nothing else
        .areNotDeclaredIn(floors.root() + ".internal.launch.LauncherRun")
        .should(ImmutableStatics.neverChange())
        .because("state lives in the store of the test it belongs to");
  }

  ArchRule concreteClassesAreFinal() {
    return classes()
        .that(are(describe("concrete", Kinds::concrete)))
        .and(are(describe("no assertion, whose subclasses AssertJ makes", t -> !Kinds.proxied(t))))
        .should()
        .haveModifier(JavaModifier.FINAL)
        .because("a class is designed for inheritance or closed to it");
  }

  ArchRule recorderIsAlone() {
    return classes()
        .that(are(describe("in the recorder's package", type -> in(type, "internal.agent.boot"))))
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java.lang..",
            "java.util.function..",
            "org.jspecify..",
            floors.root() + ".internal.agent.boot")
        .allowEmptyShould(true)
        .because("woven code of any class loader calls it, the boot loader's too");
  }

  ArchRule packagesAreNullMarked() {
    return classes()
        .should(
            be(
                describe(
                    "in a null-marked package",
                    type -> type.getPackage().isAnnotatedWith(NullMarked.class))))
        .because("a reference that may be null says so");
  }

  ArchRule nothingPrints() {
    return noClasses()
        .that(are(describe("not allowed to", type -> !PRINTERS.containsKey(name(type)))))
        .should(ACCESS_STANDARD_STREAMS)
        .because("a library that prints is noise in every build that uses it");
  }

  ArchRule numbersIgnoreTheDefaultLocale() {
    return noClasses()
        .should(new LocalelessFormats())
        .because("a message reads the same on every machine, digits included");
  }

  private DescribedPredicate<JavaClass> in(String name) {
    return describe(
        "in " + name,
        type -> floors.contains(type.getPackageName()) && name(type).startsWith(name + "."));
  }

  private boolean in(JavaClass type, String name) {
    String packageName = type.getPackageName();
    return floors.contains(packageName) && floors.relative(packageName).equals(name);
  }

  private String name(JavaClass type) {
    return floors.relative(type.getName());
  }
}
