package dev.kakera.schemas;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * What one peer may do at the broker: read its own shards and requests as its own groups, write its
 * own receipts and replies, and say that it lives. Nothing else is allowed, so that all else is
 * refused.
 *
 * <p>Signs of life are one topic for all peers. A peer could write there for another; nothing is
 * decided by them.
 */
public final class PeerRights {

  /**
   * What a peer's name has before it as a principal, so that none is ever that of the plaintext
   * listener ({@code ANONYMOUS}).
   */
  private static final String PRINCIPAL_PREFIX = "peer.";

  /**
   * Makes the principal of a certificate whose subject is the peer's name alone; any other subject
   * has none, and is refused. For {@code ssl.principal.mapping.rules}.
   */
  public static final String PRINCIPAL_RULE = "RULE:^CN=([a-z0-9-]+)$/" + PRINCIPAL_PREFIX + "$1/";

  private static final String ANY_HOST = "*";

  private PeerRights() {}

  /** The peer as the broker knows it. */
  public static String principal(String peer) {
    return "User:" + PRINCIPAL_PREFIX + Topics.requirePeer(peer);
  }

  /** The group that reads a peer's requests. */
  public static String requestsGroup(Topics topics, String peer) {
    return topics.storeGroup(peer) + "-requests";
  }

  /** All rights of one peer. */
  public static List<AclBinding> of(Topics topics, String peer) {
    List<AclBinding> rights = new ArrayList<>();
    for (String read : List.of(topics.shards(peer), topics.requests(peer))) {
      rights.add(right(peer, ResourceType.TOPIC, read, AclOperation.READ));
    }
    for (String group : List.of(topics.storeGroup(peer), requestsGroup(topics, peer))) {
      rights.add(right(peer, ResourceType.GROUP, group, AclOperation.READ));
    }
    for (String write : List.of(topics.receipts(peer), topics.replies(peer), topics.peers())) {
      rights.add(right(peer, ResourceType.TOPIC, write, AclOperation.WRITE));
    }
    return List.copyOf(rights);
  }

  private static AclBinding right(
      String peer, ResourceType type, String name, AclOperation operation) {
    return new AclBinding(
        new ResourcePattern(type, name, PatternType.LITERAL),
        new AccessControlEntry(principal(peer), ANY_HOST, operation, AclPermissionType.ALLOW));
  }
}
