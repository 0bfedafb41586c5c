package dev.kakera.store.object;

/** Why an order is not followed. Metrics and logs are labelled by it. */
public enum Rejection {
  /** Not what its format says, or without an order. */
  MALFORMED,
  /** Not signed by the home's key. */
  BAD_SIGNATURE,
  /** An order of another repository. */
  WRONG_HOME,
  /** An order to another peer. */
  WRONG_PEER,
  /** Another kind of order than belongs there. */
  WRONG_KIND,
  /** Too late. */
  EXPIRED,
  /** Not the object that the order names: locator, size or checksum differ. */
  MISMATCH,
  /** Another content than what is stored under the locator. */
  CONFLICT,
  /** A newer order says otherwise. */
  SUPERSEDED,
  /** Asks for an answer in a topic that is not this peer's. */
  WRONG_REPLY_TOPIC
}
