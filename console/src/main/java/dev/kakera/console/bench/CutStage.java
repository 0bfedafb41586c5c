package dev.kakera.console.bench;

import dev.kakera.core.cut.Cutter;
import dev.kakera.core.cut.GearTable;

/** Cuts the source by its content; the first MiB of each chunk is passed over, as in a backup. */
final class CutStage implements BenchStage {
  private final byte[] source;
  private final Cutter cutter;

  CutStage(BenchMaterial material) {
    source = material.source();
    cutter = new Cutter(GearTable.keyed(material.bytes(GearTable.SEED_BYTES)));
  }

  @Override
  public Stage stage() {
    return Stage.CUT;
  }

  @Override
  public String note() {
    return "";
  }

  @Override
  public Work open(int part, int parts) {
    return new Work() {
      private int at = part * (source.length / parts);

      @Override
      public int step() {
        int length = cutter.cut(source, at, source.length - at, true);
        at = at + length == source.length ? 0 : at + length;
        return length;
      }
    };
  }
}
