package dev.kakera.store;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.kakera.store", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule DISK_KNOWS_NO_TOPICS =
      noClasses()
          .that()
          .resideInAPackage("dev.kakera.store.disk")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.kafka..", "dev.kakera.store.object", "dev.kakera.store")
          .because("the directory outlives every way of filling it");

  @ArchTest
  static final ArchRule OBJECTS_KNOW_NO_TOPICS =
      noClasses()
          .that()
          .resideInAPackage("dev.kakera.store.object")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.kafka..", "dev.kakera.store")
          .because("what a store does with objects is tested without a broker");

  @ArchTest
  static final ArchRule STAGES_MEET_AT_TOPICS =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.kakera.producer..",
              "dev.kakera.encoder..",
              "dev.kakera.catalog..",
              "dev.kakera.console..",
              "dev.kakera.broker..")
          .because("stages meet at topics only");

  @ArchTest
  static final ArchRule SQL_STAYS_IN_THE_JOURNAL =
      noClasses()
          .that()
          .doNotHaveSimpleName("JournalDatabase")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.sql..", "org.sqlite..")
          .because("one class owns the statements");
}
