package shop;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.tare.allocation.MaxAllocatedBytes;

@AnalyzeClasses(packages = "shop", importOptions = DoNotIncludeTests.class)
class LayerTests {

  @ArchTest
  static final ArchRule shopNeedsNoSql =
      noClasses().should().dependOnClassesThat().resideInAPackage("java.sql..");

  @ArchTest
  static void classesArePublic(JavaClasses shop) {
    classes().that().areTopLevelClasses().should().bePublic().check(shop);
  }

  @ArchTest
  @MaxAllocatedBytes("1 MB")
  static void isMeasured(JavaClasses shop) {
    classes().that().areTopLevelClasses().should().bePublic().check(shop);
  }
}
