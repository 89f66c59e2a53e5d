package dev.tare;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.function.Function;

/** Architecture rules that the build checks, each with the fixtures that break it. */
@SuppressWarnings("ImmutableEnumChecker") // method references and lists that cannot change
enum ArchitectureRule {
  FLOORS(ArchitectureRules::floorsHold, "unit.ImportsUpwards", "internal.nowhere.OnNoFloor"),

  SLICES(ArchitectureRules::slicesAreApart, "retained.ImportsSlice"),

  ATTACH(
      ArchitectureRules::attachedRecorderIsApart,
      "internal.attach.ImportsSlice",
      "internal.launch.ImportsAttach"),

  LIBRARIES(
      ArchitectureRules::librariesAreListed,
      "unit.ImportsGson",
      "heap.ImportsGson",
      "unit.ImportsCornerOfTheJdk"),

  CYCLES(ArchitectureRules::packagesAreFreeOfCycles, "unit.ImportsUpwards"),

  PUBLISHED(ArchitectureRules::slicesPublishLittle, "retained.PublicAdapter"),

  STATUS(ArchitectureRules::publishedTypesHaveAStatus, "retained.LacksItsStatus"),

  METRICS(ArchitectureRules::metricsKeepNothing, "retained.RemembersTheLimit"),

  USABLE(ArchitectureRules::publishedMembersAreUsable, "retained.MentionsInternal"),

  MODEL(ArchitectureRules::modelTypesAreValues, "model.PlainClass"),

  STATICS(
      ArchitectureRules::staticsNeverChange,
      "unit.MutableStatics.counter",
      "unit.MutableStatics.ARRAY",
      "unit.MutableStatics.ATOMIC",
      "unit.MutableStatics.LIST",
      "unit.MutableStatics.NESTED"),

  FINAL(ArchitectureRules::concreteClassesAreFinal, "retained.PublicAdapter"),

  RECORDER(ArchitectureRules::recorderIsAlone, "internal.agent.boot.Recorder"),

  NULLS(ArchitectureRules::packagesAreNullMarked, "internal.nowhere.OnNoFloor"),

  QUIET(ArchitectureRules::nothingPrints, "allocation.Prints"),

  NUMBERS(
      ArchitectureRules::numbersIgnoreTheDefaultLocale,
      "unit.FormatsInDefaultLocale.formatted",
      "unit.FormatsInDefaultLocale.formats",
      "unit.FormatsInDefaultLocale.beside",
      "unit.FormatsInDefaultLocale.unseen");

  private final Function<ArchitectureRules, ArchRule> rule;
  private final List<String> broken;

  ArchitectureRule(Function<ArchitectureRules, ArchRule> rule, String... broken) {
    this.rule = rule;
    this.broken = List.of(broken);
  }

  /** Returns this rule for the packages below a root. */
  ArchRule below(String root) {
    return rule.apply(new ArchitectureRules(new Floors(root)));
  }

  /** Returns the fixtures that break this rule, relative to their root. */
  List<String> broken() {
    return broken;
  }
}
