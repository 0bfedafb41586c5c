package dev.kakera.catalog.broker;

import dev.kakera.schemas.Topics;
import java.util.Map;

/**
 * How to reach a broker.
 *
 * @param bootstrap {@code host:port}, several by commas
 * @param topics of the home
 * @param overrides client settings that win over the pinned ones, such as those of TLS
 */
public record BrokerAccess(String bootstrap, Topics topics, Map<String, Object> overrides) {
  public BrokerAccess {
    overrides = Map.copyOf(overrides);
  }

  public static BrokerAccess of(String bootstrap) {
    return new BrokerAccess(bootstrap, Topics.standard(), Map.of());
  }

  /** Does not print what may hold a key store's password. */
  @Override
  public String toString() {
    return "BrokerAccess[" + bootstrap + ", " + topics.prefix() + "]";
  }
}
