package dev.kakera.console.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.kakera.core.erasure.Geometry;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Given figures, the verdict; nothing is measured here. */
final class VerdictTest {
  private static final Geometry GEOMETRY = new Geometry(4, 2);
  private static final double COPY = 37e9;

  /** What the machine gives whose figures are in docs/performance.md. */
  private static Map<Stage, Double> healthy() {
    Map<Stage, Double> rates = new EnumMap<>(Stage.class);
    rates.put(Stage.READ, 1e9);
    rates.put(Stage.CUT, 3.5e9);
    rates.put(Stage.HASH, 1.5e9);
    rates.put(Stage.ENCODE, 15e9);
    rates.put(Stage.DECODE, 12e9);
    rates.put(Stage.SEAL, 3e9);
    rates.put(Stage.OPEN, 3e9);
    rates.put(Stage.PRODUCE, 0.2e9);
    rates.put(Stage.STORE, 0.15e9);
    return rates;
  }

  private static List<StageFigure> figures(Map<Stage, Double> rates, double scaling) {
    List<StageFigure> figures = new ArrayList<>();
    rates.forEach(
        (stage, rate) ->
            figures.add(
                new StageFigure(
                    stage,
                    OptionalDouble.of(rate),
                    stage.scales() ? OptionalDouble.of(scaling * rate) : OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    "")));
    return figures;
  }

  private static Facts facts() {
    return new Facts();
  }

  /** Facts of a machine where all is well, and then one of them changed. */
  private static final class Facts {
    private int cores = 2;
    private boolean interpreted;
    private boolean optimiser = true;
    private boolean module = true;
    private String kernel = "vector256";
    private Optional<String> forced = Optional.empty();
    private boolean nativeCipher = true;
    private Set<String> off = Set.of();
    private Set<String> features = Set.of("avx2", "sha_ni");

    MachineFacts build() {
      return new MachineFacts(
          "cpu",
          features,
          cores,
          "25",
          interpreted,
          optimiser,
          module,
          kernel,
          "why",
          forced,
          nativeCipher,
          "which cipher",
          off);
    }
  }

  private static Verdict verdict(Map<Stage, Double> rates, MachineFacts facts) {
    return Verdict.of(figures(rates, 2), GEOMETRY, facts, COPY);
  }

  private static List<Warning.Id> ids(Verdict verdict) {
    return verdict.warnings().stream().map(Warning::id).toList();
  }

  @Test
  void warnsOfNothingWhereAllIsWell() {
    assertThat(verdict(healthy(), facts().build()).warnings()).isEmpty();
  }

  @Test
  void countsWhatPassesForEachByteBackedUp() {
    Verdict verdict = verdict(healthy(), facts().build());
    assertThat(verdict.slowest()).contains(Stage.PRODUCE);
    double coding =
        1 / (1 / 7e9 + 1 / 3e9 + 1 / 30e9 + 1 / 24e9 + 2.5 / 6e9 + 1 / 6e9); // two cores each
    assertThat(verdict.coding().orElseThrow()).isCloseTo(coding, within(1e3));
    assertThat(verdict.whole().orElseThrow()).isCloseTo(1 / (1 / coding + 5 / 0.2e9), within(1e3));
  }

  @ParameterizedTest
  @EnumSource(Stage.class)
  void namesTheStageThatWasSlowed(Stage slowed) {
    Map<Stage, Double> rates = healthy();
    rates.put(slowed, 1e6);
    Verdict verdict = verdict(rates, facts().build());
    assertThat(verdict.slowest()).contains(slowed);
    assertThat(verdict.whole().orElseThrow()).isLessThanOrEqualTo(2e6);
  }

  @Test
  void letsDisksWorkBesideTheCores() {
    Map<Stage, Double> rates = healthy();
    rates.put(Stage.STORE, 15e6);
    assertThat(verdict(rates, facts().build()).whole().orElseThrow()).isCloseTo(10e6, within(1.0));
  }

  @Test
  void saysNothingOfTheWholeWithoutAllStages() {
    Map<Stage, Double> rates = healthy();
    rates.remove(Stage.READ);
    Verdict verdict = verdict(rates, facts().build());
    assertThat(verdict.whole()).isEmpty();
    assertThat(verdict.coding()).isPresent();
    assertThat(verdict.slowest()).contains(Stage.PRODUCE);
    assertThat(verdict(Map.of(), facts().build()).slowest()).isEmpty();
  }

  @Test
  void namesTheForcedKernelAndWhatItCosts() {
    Map<Stage, Double> rates = healthy();
    rates.put(Stage.ENCODE, 1.3e9);
    rates.put(Stage.DECODE, 1.2e9);
    Facts facts = facts();
    facts.kernel = "table";
    facts.forced = Optional.of("table");
    Verdict verdict = verdict(rates, facts.build());
    assertThat(ids(verdict)).containsExactly(Warning.Id.KERNEL_FORCED, Warning.Id.STAGE_SLOW);
    assertThat(verdict.warnings().getFirst().text()).contains("KAKERA_KERNEL=table", "Unset");
    assertThat(verdict.warnings().getLast().text())
        .contains("erasure encode (1.3 GB/s", "erasure decode (1.2 GB/s", "The reason is above")
        .doesNotContain("seal", "hash");
  }

  @Test
  void namesInterpretedJavaAsTheReasonOfAllThatIsSlow() {
    Map<Stage, Double> rates = healthy();
    rates.replaceAll((stage, rate) -> stage.kind() == Stage.Kind.CPU ? rate / 500 : rate);
    Facts facts = facts();
    facts.interpreted = true;
    facts.kernel = "long";
    Verdict verdict = verdict(rates, facts.build());
    assertThat(ids(verdict)).containsExactly(Warning.Id.INTERPRETED, Warning.Id.STAGE_SLOW);
    assertThat(verdict.warnings().getFirst().text()).contains("-Xint");
    assertThat(verdict.warnings().getLast().text())
        .contains("cut (", "hash (", "erasure encode (", "erasure decode (", "seal (", "open (");
  }

  @Test
  void namesTheIntrinsicThatIsOff() {
    Map<Stage, Double> rates = healthy();
    rates.put(Stage.SEAL, 0.15e9);
    rates.put(Stage.OPEN, 0.15e9);
    Facts facts = facts();
    facts.off = Set.of("UseChaCha20Intrinsics");
    facts.nativeCipher = false;
    facts.features = Set.of("avx2", "avx512ifma", "sha_ni");
    Verdict verdict = verdict(rates, facts.build());
    assertThat(ids(verdict)).containsExactly(Warning.Id.INTRINSIC_OFF, Warning.Id.STAGE_SLOW);
    assertThat(verdict.warnings().getFirst().text())
        .contains("the cipher", "-XX:-UseChaCha20Intrinsics");
    assertThat(verdict.warnings().getLast().text()).contains("The reason is above");
  }

  @Test
  void namesTheCipherThatIsNotTheSystems() {
    Map<Stage, Double> rates = healthy();
    rates.put(Stage.SEAL, 0.1e9);
    Facts facts = facts();
    facts.nativeCipher = false;
    Verdict verdict = verdict(rates, facts.build());
    assertThat(ids(verdict)).containsExactly(Warning.Id.CIPHER_NOT_NATIVE, Warning.Id.STAGE_SLOW);
    assertThat(verdict.warnings().getFirst().text()).contains("which cipher");
    assertThat(verdict.warnings().getLast().text()).contains("The reason is above");
  }

  @Test
  void mindsNoIntrinsicOfACipherThatIsNotInUse() {
    Facts facts = facts();
    facts.off = Set.of("UseChaCha20Intrinsics");
    assertThat(verdict(healthy(), facts.build()).warnings()).isEmpty();
  }

  @Test
  void explainsNoSlowHashByTheCipher() {
    Map<Stage, Double> rates = healthy();
    rates.put(Stage.HASH, 0.25e9);
    Facts facts = facts();
    facts.off = Set.of("UsePoly1305Intrinsics");
    assertThat(verdict(rates, facts.build()).warnings().getLast().text())
        .contains("hash (250.0 MB/s", "Look for other work");
  }

  @Test
  void expectsLessOfACpuThatHasLess() {
    Map<Stage, Double> rates = healthy();
    rates.put(Stage.HASH, 0.25e9);
    rates.put(Stage.ENCODE, 1.3e9);
    rates.put(Stage.DECODE, 1.3e9);
    Facts facts = facts();
    facts.features = Set.of("sse2");
    facts.kernel = "long";
    assertThat(verdict(rates, facts.build()).warnings()).isEmpty();
  }

  @Test
  void expectsTheLessOfTheCoderTheMoreRowsItComputes() {
    Map<Stage, Double> rates = healthy();
    rates.put(Stage.ENCODE, 1.2e9);
    assertThat(ids(verdict(rates, facts().build()))).containsExactly(Warning.Id.STAGE_SLOW);
    assertThat(Verdict.of(figures(rates, 2), new Geometry(2, 4), facts().build(), COPY).warnings())
        .isEmpty();
  }

  @Test
  void saysWhyTheKernelIsNoVectorKernel() {
    Facts facts = facts();
    facts.kernel = "long";
    assertThat(verdict(healthy(), facts.build()).warnings().getFirst().text()).contains("why");
    facts.module = false;
    Verdict verdict = verdict(healthy(), facts.build());
    assertThat(ids(verdict)).containsExactly(Warning.Id.VECTOR_MODULE_MISSING);
    assertThat(verdict.warnings().getFirst().text())
        .contains("jdk.incubator.vector", "KAKERA_JAVA_HOME");
  }

  @Test
  void saysThatThereIsOneCore() {
    Facts facts = facts();
    facts.cores = 1;
    assertThat(ids(verdict(healthy(), facts.build()))).containsExactly(Warning.Id.ONE_CORE);
  }

  @Test
  void noticesASecondCoreThatIsNotThere() {
    assertThat(ids(Verdict.of(figures(healthy(), 1.1), GEOMETRY, facts().build(), COPY)))
        .containsExactly(Warning.Id.CORES_BUSY);
  }

  @Test
  void saysThatTheOptimisingCompilerIsOff() {
    Facts facts = facts();
    facts.optimiser = false;
    assertThat(ids(verdict(healthy(), facts.build()))).containsExactly(Warning.Id.NO_OPTIMISER);
  }

  @Test
  void comparesWithLastTime() {
    StageFigure half =
        new StageFigure(
            Stage.STORE,
            OptionalDouble.of(70e6),
            OptionalDouble.empty(),
            OptionalDouble.of(150e6),
            "");
    StageFigure same =
        new StageFigure(
            Stage.READ,
            OptionalDouble.of(0.9e9),
            OptionalDouble.empty(),
            OptionalDouble.of(1e9),
            "");
    List<Warning> warnings =
        Verdict.of(List.of(same, half), GEOMETRY, facts().build(), COPY).warnings();
    assertThat(warnings).extracting(Warning::id).containsExactly(Warning.Id.SLOWER_THAN_LAST);
    assertThat(warnings.getFirst().text()).contains("local store").doesNotContain("read,");
  }
}
