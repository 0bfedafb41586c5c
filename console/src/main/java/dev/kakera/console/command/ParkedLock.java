package dev.kakera.console.command;

import dev.kakera.console.data.DataFolder;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import java.io.IOException;

/** The right to decide about parked records: two at once would each forget what the other noted. */
final class ParkedLock implements AutoCloseable {
  private final DataFolder.Lock lock;

  private ParkedLock(DataFolder.Lock lock) {
    this.lock = lock;
  }

  static ParkedLock take(DataFolder data) throws IOException {
    data.create();
    DataFolder.Lock lock = data.tryLock("dlq");
    if (lock == null) {
      throw new CommandFailure(
          MessageId.LOCKED,
          "another kakera dlq works on %s; wait until it has ended".formatted(data.path()));
    }
    return new ParkedLock(lock);
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
