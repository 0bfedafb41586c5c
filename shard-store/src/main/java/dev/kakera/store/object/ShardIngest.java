package dev.kakera.store.object;

import dev.kakera.core.order.TreeHash;
import java.io.IOException;
import java.util.List;

/**
 * Takes puts in and gives receipts out. A receipt leaves only when file, directory and journal are
 * synced (I-12); whatever comes twice gets the receipt that it got first (I-10).
 */
final class ShardIngest {
  private final StoreCore core;
  private final OrderGate gate;
  private final TreeHash tree = new TreeHash(); // confined by the store's lock

  ShardIngest(StoreCore core, OrderGate gate) {
    this.core = core;
    this.gate = gate;
  }

  /** Outcomes in the order of the requests. */
  List<PutOutcome> ingest(List<PutRequest> requests) throws StoreFailedException {
    return core.change(() -> run(new IngestBatch(core, gate, tree, requests)));
  }

  private static List<PutOutcome> run(IngestBatch batch) throws IOException {
    try {
      return batch.run();
    } catch (IOException | RuntimeException | Error e) {
      batch.abandon(e);
      throw e;
    }
  }
}
