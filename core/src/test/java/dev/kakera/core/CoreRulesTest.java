package dev.kakera.core;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.kakera.core.key.RecoveryWords;
import java.util.Set;

/** What core may not touch, and which way its packages point. */
@AnalyzeClasses(packages = "dev.kakera.core", importOptions = ImportOption.DoNotIncludeTests.class)
class CoreRulesTest {
  private static final String VECTOR_MODULE = "dev.kakera.core.erasure.kernel.VectorModule";
  private static final Set<String> CLOCKS =
      Set.of(
          "java.lang.System.currentTimeMillis",
          "java.lang.System.nanoTime",
          "java.time.Instant.now",
          "java.time.LocalDate.now",
          "java.time.LocalDateTime.now",
          "java.time.ZonedDateTime.now",
          "java.time.OffsetDateTime.now");
  private static final Set<String> CHANCE =
      Set.of(
          "java.util.Random",
          "java.util.SplittableRandom",
          "java.util.UUID",
          "java.util.concurrent.ThreadLocalRandom",
          "java.security.SecureRandom");
  private static final Set<String> HASHED = Set.of("java.util.HashMap", "java.util.HashSet");
  private static final Set<String> WALKS =
      Set.of("iterator", "forEach", "stream", "keySet", "values", "entrySet", "toArray");
  private static final Set<String> FILES =
      Set.of(
          "java.io.File",
          "java.io.FileInputStream",
          "java.io.FileOutputStream",
          "java.io.FileReader",
          "java.io.FileWriter",
          "java.io.RandomAccessFile");

  @ArchTest
  static final ArchRule TOUCHES_NO_FILES_OR_SOCKETS =
      noClasses()
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                      "java.nio.file..", "java.nio.channels..", "java.net..", "javax.net..")
                  .or(named(FILES)))
          .because("core is handed bytes; whoever owns a disk or a socket hands them over");

  @ArchTest
  static final ArchRule READS_STREAMS_ONLY_OF_ITS_OWN_RESOURCES =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName(RecoveryWords.class.getName())
          .and()
          .doNotHaveFullyQualifiedName(VECTOR_MODULE)
          .should()
          .dependOnClassesThat()
          .resideInAPackage("java.io..")
          .because(
              "core reads nothing but two of its own resources: the word list, and the class of the"
                  + " vector loops, which it defines once for each width");

  @ArchTest
  static final ArchRule STARTS_NO_THREADS =
      noClasses()
          .should()
          .dependOnClassesThat(
              named(Set.of("java.lang.Thread", "java.util.Timer"))
                  .or(
                      describe(
                          "java.util.concurrent without its collections and atomics",
                          CoreRulesTest::isExecution)))
          .because("the simulator runs core in one thread; whoever owns threads calls it");

  @ArchTest
  static final ArchRule ASKS_NO_CLOCK =
      noClasses()
          .should()
          .accessTargetWhere(
              describe("a clock is asked", (JavaAccess<?> access) -> isOneOf(access, CLOCKS)))
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(java.time.Clock.class)
          .because("time is an argument, so that a simulator can make its own");

  @ArchTest
  static final ArchRule DRAWS_NOTHING_BY_CHANCE =
      noClasses()
          .should()
          .dependOnClassesThat(named(CHANCE).or(resideInAnyPackage("java.util.random..")))
          .orShould()
          .callMethod(Math.class, "random")
          .because("the same input gives the same bytes (I-07); nonces and ids are arguments");

  @ArchTest
  static final ArchRule DECIDES_IN_NO_ORDER_OF_HASHES =
      noClasses()
          .that()
          .resideInAnyPackage("..core.group..", "..core.flight..", "..core.ledger..")
          .should()
          .callMethodWhere(
              describe(
                  "a hashed collection is walked",
                  call ->
                      HASHED.contains(call.getTargetOwner().getName())
                          && WALKS.contains(call.getName())))
          .orShould()
          .dependOnClassesThat(
              named(Set.of("java.util.HashMap", "java.util.concurrent.ConcurrentHashMap")))
          .because("the same events give the same decisions: use sorted or linked collections");

  @ArchTest
  static final ArchRule LOGS_AND_KNOWS_NOTHING_OF_KAFKA =
      noClasses()
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                  "org.slf4j..",
                  "java.util.logging..",
                  "org.apache..",
                  "java.sql..",
                  "dev.kakera.schemas..",
                  "dev.kakera.posix.."))
          .because("core is the engine that all stages share");

  @ArchTest
  static final ArchRule POINTS_ONE_WAY =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("bytes")
          .definedBy("..core.id..", "..core.wire..")
          .layer("key")
          .definedBy("..core.key..")
          .layer("cipher")
          .definedBy("..core.cipher..")
          .layer("seal")
          .definedBy("..core.seal..")
          .layer("erasure")
          .definedBy("..core.erasure..")
          .layer("cut")
          .definedBy("..core.cut..")
          .layer("stripe")
          .definedBy("..core.stripe..")
          .layer("order")
          .definedBy("..core.order..")
          .layer("snapshot")
          .definedBy("..core.snapshot..")
          .layer("flight")
          .definedBy("..core.flight..")
          .layer("ledger")
          .definedBy("..core.ledger..")
          .layer("group")
          .definedBy("..core.group..")
          .layer("placement")
          .definedBy("..core.placement..")
          .layer("spool")
          .definedBy("..core.spool..")
          .whereLayer("bytes")
          .mayNotAccessAnyLayer()
          .whereLayer("erasure")
          .mayNotAccessAnyLayer()
          .whereLayer("cipher")
          .mayNotAccessAnyLayer()
          .whereLayer("cut")
          .mayNotAccessAnyLayer()
          .whereLayer("group")
          .mayNotAccessAnyLayer()
          .whereLayer("flight")
          .mayOnlyAccessLayers("bytes", "ledger")
          .whereLayer("ledger")
          .mayOnlyAccessLayers("bytes", "erasure", "order", "stripe", "placement")
          .whereLayer("key")
          .mayOnlyAccessLayers("bytes")
          .whereLayer("seal")
          .mayOnlyAccessLayers("bytes", "key", "cipher")
          .whereLayer("order")
          .mayOnlyAccessLayers("bytes", "key", "seal")
          .whereLayer("stripe")
          .mayOnlyAccessLayers("bytes", "key", "seal", "erasure")
          .whereLayer("placement")
          .mayOnlyAccessLayers("bytes", "erasure")
          .whereLayer("spool")
          .mayOnlyAccessLayers("bytes", "key", "cipher", "erasure", "placement")
          .whereLayer("snapshot")
          .mayOnlyAccessLayers("bytes", "key", "seal", "erasure", "stripe", "order")
          .because("each package's own description says what it must not depend on");

  private static DescribedPredicate<JavaClass> named(Set<String> names) {
    return describe("one of " + names, type -> names.contains(type.getName()));
  }

  private static boolean isExecution(JavaClass type) {
    String name = type.getName();
    return name.startsWith("java.util.concurrent.")
        && !name.startsWith("java.util.concurrent.atomic.")
        && !name.startsWith("java.util.concurrent.Concurrent");
  }

  private static boolean isOneOf(JavaAccess<?> access, Set<String> methods) {
    return methods.contains(access.getTargetOwner().getName() + "." + access.getName());
  }
}
