package dev.kakera.console.remote;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Turns what is written into frames of one kind. Several may share the stream beneath. */
final class FrameStream extends OutputStream {
  private final DataOutputStream frames;
  private final char kind;

  FrameStream(DataOutputStream frames, char kind) {
    this.frames = frames;
    this.kind = kind;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    synchronized (frames) {
      frames.writeByte(kind);
      frames.writeInt(length);
      frames.write(bytes, offset, length);
      frames.flush();
    }
  }
}
