package dev.kakera.encoder;

import dev.kakera.schemas.Topics;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A process of its own with one worker of {@link TestHome}, which a crash point ends. */
final class CrashingWorker {
  static final int STATUS_OF_SURVIVOR = 3;

  private CrashingWorker() {}

  /**
   * @param args bootstrap and topic prefix
   */
  public static void main(String[] args) throws InterruptedException {
    TestHome home = new TestHome();
    EncoderSettings settings =
        EncoderSettings.of(args[0], new Topics(args[1]), home.keys, home.spoolKeys, "crashing");
    EncoderWorker worker = EncoderWorker.start(settings.withThreads(1));
    boolean unused = new CountDownLatch(1).await(60, TimeUnit.SECONDS);
    worker.close();
    System.exit(STATUS_OF_SURVIVOR);
  }
}
