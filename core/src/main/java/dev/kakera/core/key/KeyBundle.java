package dev.kakera.core.key;

import dev.kakera.core.id.RepoId;
import dev.kakera.core.wire.ByteReader;
import dev.kakera.core.wire.ByteWriter;
import dev.kakera.core.wire.MalformedException.Failure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The payload of a key bundle: every master key that a repository ever had (docs/format.md, section
 * 9).
 *
 * @param repo the repository's name
 * @param createdMillis when the repository was made, Unix time
 * @param masters by epoch, the first is epoch 1; the caller closes them
 */
public record KeyBundle(RepoId repo, long createdMillis, List<Secret> masters) {
  private static final int VERSION = 1;
  private static final int EPOCHS_MAX = 1024;

  public KeyBundle {
    masters = List.copyOf(masters);
    if (masters.isEmpty() || masters.size() > EPOCHS_MAX) {
      throw new IllegalArgumentException("key bundle: %d epochs".formatted(masters.size()));
    }
  }

  /** Keys of the newest epoch. */
  public RepositoryKeys newest() {
    return new RepositoryKeys(repo, masters.size(), new DerivedKeys(masters.getLast()));
  }

  /** The caller owns and should zero the result. */
  public byte[] encode() {
    ByteWriter writer = new ByteWriter(64 + masters.size() * Secret.BYTES);
    writer.u8(VERSION).raw(repo.toBytes()).u64(createdMillis).u16(masters.size());
    for (Secret master : masters) {
      byte[] bytes = master.toBytes();
      writer.raw(bytes);
      Arrays.fill(bytes, (byte) 0);
    }
    return writer.toBytes();
  }

  public static KeyBundle decode(byte[] payload) {
    ByteReader reader = new ByteReader("key bundle", payload);
    reader.version("version", VERSION);
    RepoId repo = RepoId.copyOf(reader.raw(RepoId.BYTES));
    long createdMillis = reader.u64();
    int count = reader.u16();
    if (count < 1 || count > EPOCHS_MAX) {
      throw reader.refuse(Failure.RANGE, "%d epochs, expected 1 to %d", count, EPOCHS_MAX);
    }
    List<Secret> masters = new ArrayList<>(count);
    for (int epoch = 0; epoch < count; epoch++) {
      masters.add(Secret.takeOwnershipOf(reader.raw(Secret.BYTES)));
    }
    reader.end();
    return new KeyBundle(repo, createdMillis, masters);
  }

  @Override
  public String toString() {
    return "KeyBundle[repo=" + repo + ", epochs=" + masters.size() + "]";
  }
}
