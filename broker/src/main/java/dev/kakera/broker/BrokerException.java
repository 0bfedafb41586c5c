package dev.kakera.broker;

/** The embedded broker cannot be started; the message says why and what to do. */
public sealed class BrokerException extends RuntimeException
    permits PortTakenException, DirectoryInUseException {

  private static final long serialVersionUID = 1L;

  BrokerException(String message, Throwable cause) {
    super(message, cause);
  }

  BrokerException(String message) {
    super(message);
  }
}
