package dev.kakera.console;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which way the modules point, and what nothing is called. */
@AnalyzeClasses(packages = "dev.kakera", importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleRulesTest {
  private static final String CORE = "dev.kakera.core..";
  private static final String SCHEMAS = "dev.kakera.schemas..";
  private static final String POSIX = "dev.kakera.posix..";
  private static final String BROKER = "dev.kakera.broker..";
  private static final String PRODUCER = "dev.kakera.producer..";
  private static final String ENCODER = "dev.kakera.encoder..";
  private static final String STORE = "dev.kakera.store..";
  private static final String CATALOG = "dev.kakera.catalog..";
  private static final String CONSOLE = "dev.kakera.console..";

  private static final String STAGES_MEET_IN_TOPICS =
      "stages meet in topics only: let one write a record and the other read it, or let console"
          + " hand over a function";

  @ArchTest
  static final ArchRule PRODUCER_STANDS_ALONE =
      noClasses()
          .that()
          .resideInAPackage(PRODUCER)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(ENCODER, STORE, CATALOG, CONSOLE, BROKER)
          .because(STAGES_MEET_IN_TOPICS);

  @ArchTest
  static final ArchRule ENCODER_STANDS_ALONE =
      noClasses()
          .that()
          .resideInAPackage(ENCODER)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(PRODUCER, STORE, CATALOG, CONSOLE, BROKER)
          .because(STAGES_MEET_IN_TOPICS);

  @ArchTest
  static final ArchRule STORE_STANDS_ALONE =
      noClasses()
          .that()
          .resideInAPackage(STORE)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(PRODUCER, ENCODER, CATALOG, CONSOLE, BROKER)
          .because(STAGES_MEET_IN_TOPICS);

  @ArchTest
  static final ArchRule CATALOG_STANDS_ALONE =
      noClasses()
          .that()
          .resideInAPackage(CATALOG)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(PRODUCER, ENCODER, STORE, CONSOLE, BROKER)
          .because(STAGES_MEET_IN_TOPICS);

  @ArchTest
  static final ArchRule CORE_KNOWS_NO_OTHER_MODULE =
      noClasses()
          .that()
          .resideInAPackage(CORE)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(SCHEMAS, POSIX, BROKER, PRODUCER, ENCODER, STORE, CATALOG, CONSOLE)
          .because(
              "core is the pure engine: let a stage translate records, files and commands into"
                  + " core's values");

  @ArchTest
  static final ArchRule SCHEMAS_KNOWS_NO_OTHER_MODULE =
      noClasses()
          .that()
          .resideInAPackage(SCHEMAS)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(CORE, POSIX, BROKER, PRODUCER, ENCODER, STORE, CATALOG, CONSOLE)
          .because(
              "the wire contract must be readable without the engine: let a stage join the two");

  @ArchTest
  static final ArchRule POSIX_KNOWS_NO_OTHER_MODULE =
      noClasses()
          .that()
          .resideInAPackage(POSIX)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(CORE, SCHEMAS, BROKER, PRODUCER, ENCODER, STORE, CATALOG, CONSOLE)
          .because("it only calls Linux: give it plain bytes, numbers and names");

  @ArchTest
  static final ArchRule BROKER_KNOWS_THE_CONTRACT_ONLY =
      noClasses()
          .that()
          .resideInAPackage(BROKER)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(CORE, POSIX, PRODUCER, ENCODER, STORE, CATALOG, CONSOLE)
          .because("a broker carries sealed records: what they mean belongs into a stage");

  @ArchTest
  static final ArchRule LEDGER_LIES_BENEATH_THE_BACKUP =
      noClasses()
          .that()
          .resideInAPackage("dev.kakera.producer.ledger..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.kakera.producer.scan..",
              "dev.kakera.producer.publish..",
              "dev.kakera.producer.backup..")
          .because("the ledger moves on receipts alone: tell whoever asks with a LedgerEvent");

  @ArchTest
  static final ArchRule SCAN_ONLY_LOOKS =
      noClasses()
          .that()
          .resideInAPackage("dev.kakera.producer.scan..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.kakera.producer.ledger..",
              "dev.kakera.producer.publish..",
              "dev.kakera.producer.backup..",
              "org.apache.kafka..",
              "java.sql..")
          .because("a walk hands out what it finds: let the backup decide what becomes of it");

  @ArchTest
  static final ArchRule NO_PACKAGE_FOR_THE_REST =
      classes()
          .that()
          .resideInAPackage("dev.kakera..")
          .should()
          .resideOutsideOfPackages(
              "..common..", "..util..", "..utils..", "..helper..", "..helpers..", "..misc..")
          .because("a class belongs with what it is about: name its package after that");

  @ArchTest
  static final ArchRule NAMES_SAY_WHAT_A_CLASS_DOES =
      classes()
          .that()
          .resideInAPackage("dev.kakera..")
          .should()
          .haveNameNotMatching(".*(Manager|Helper|Helpers|Util|Utils|Impl|Base)")
          .because("such a name says nothing: call it by what it does, in the design's words");
}
