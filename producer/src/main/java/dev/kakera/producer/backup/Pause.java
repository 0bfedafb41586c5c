package dev.kakera.producer.backup;

import java.util.concurrent.TimeUnit;

/** Lets a moment pass between two looks; apart so that a simulator lets its own time pass. */
@FunctionalInterface
interface Pause {
  Pause REAL = TimeUnit.MILLISECONDS::sleep;

  void of(long millis) throws InterruptedException;
}
