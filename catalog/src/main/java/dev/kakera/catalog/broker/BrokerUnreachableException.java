package dev.kakera.catalog.broker;

/** The broker does not answer, so no peer can be asked. */
public final class BrokerUnreachableException extends Exception {
  private static final long serialVersionUID = 1L;

  BrokerUnreachableException(String bootstrap, Throwable why) {
    super(
        "broker %s does not answer, so no peer can be asked: %s; see that it runs and is reachable from here"
            .formatted(
                bootstrap, why.getMessage() == null ? "no answer in time" : why.getMessage()),
        why);
  }
}
