package dev.kakera.broker;

import java.nio.file.Path;

/** Another broker runs on the same directory. */
public final class DirectoryInUseException extends BrokerException {

  private static final long serialVersionUID = 1L;

  DirectoryInUseException(Path directory) {
    super(
        "broker in "
            + directory
            + ": another broker runs on this directory; use that one, or wait until its process has ended");
  }
}
