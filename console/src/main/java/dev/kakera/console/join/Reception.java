package dev.kakera.console.join;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.peer.CertificateRefusedException;
import dev.kakera.console.peer.HomeAuthority;
import dev.kakera.core.id.PeerId;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.core.wire.Bytes;
import dev.kakera.store.disk.HomeRef;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.time.InstantSource;
import java.util.List;

/** The home's side of joining: invites, shows who asks, accepts. */
public final class Reception implements AutoCloseable {
  private final HomeAuthority authority;
  private final JoinDesk desk;
  private final JoinServer server;
  private final Addresses addresses;

  private Reception(
      HomeAuthority authority, JoinDesk desk, JoinServer server, Addresses addresses) {
    this.authority = authority;
    this.desk = desk;
    this.server = server;
    this.addresses = addresses;
  }

  /**
   * Under which addresses peers reach this home.
   *
   * @param join where they join
   * @param broker where they meet the broker
   */
  public record Addresses(HostPort join, HostPort broker) {}

  /**
   * Opens it.
   *
   * @param authority folder in which the home's authority lies
   */
  public static Reception open(Path authority, Addresses addresses, InstantSource clock)
      throws IOException {
    HomeAuthority opened = HomeAuthority.openOrCreate(authority, clock);
    JoinDesk desk = new JoinDesk(opened.fingerprint(), clock);
    JoinServer server = JoinServer.start(addresses.join(), addresses.broker(), opened, desk, clock);
    return new Reception(opened, desk, server, addresses);
  }

  public Addresses addresses() {
    return addresses;
  }

  /** Makes a code for one machine. */
  public JoinDesk.Invited invite(String peer) {
    return desk.invite(peer, addresses.join());
  }

  /** Who waits to be accepted. */
  public List<JoinDesk.Asking> asking() {
    return desk.asking();
  }

  /** Makes a peer known to the home and to the broker. */
  @FunctionalInterface
  public interface Admission {
    void admit(PeerRef peer, Bytes publicKey) throws IOException, InterruptedException;
  }

  /**
   * Accepts one that asks: it is admitted, and then gets its certificate.
   *
   * @param home as the peer is to know it
   */
  public void accept(JoinDesk.Asking asking, HomeRef home, Admission admission)
      throws IOException, InterruptedException {
    desk.accept(asking, request -> answer(asking.peer(), request, home, admission));
  }

  private JoinAnswer answer(String peer, JoinRequest request, HomeRef home, Admission admission)
      throws IOException, InterruptedException {
    try {
      PeerId id = PeerId.ofPublicKey(request.storeKey().toBytes());
      admission.admit(new PeerRef(peer, id), request.storeKey());
      byte[] certificate = authority.certifyPeer(request.request().toBytes(), peer).getEncoded();
      return new JoinAnswer(peer, Bytes.takeOwnershipOf(certificate), addresses.broker(), home);
    } catch (CertificateRefusedException | CertificateEncodingException e) {
      throw new CommandFailure(
          MessageId.JOIN_REFUSED, "%s is not certified: %s".formatted(peer, e.getMessage()), e);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
