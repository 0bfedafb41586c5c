package dev.kakera.console.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeAuthorityTest {
  private static final Instant NOW = Instant.parse("2026-12-01T00:00:00Z");
  private static final String CLIENT = "1.3.6.1.5.5.7.3.2";
  private static final String SERVER = "1.3.6.1.5.5.7.3.1";

  @TempDir private Path folder;

  private HomeAuthority authority() throws Exception {
    return HomeAuthority.openOrCreate(folder.resolve("authority"), InstantSource.fixed(NOW));
  }

  @Test
  void isTheSameWhenItIsOpenedAgainAndItsKeyIsForItsOwnerOnly() throws Exception {
    HomeAuthority made = authority();

    assertThat(authority().certificate()).isEqualTo(made.certificate());
    assertThat(authority().fingerprint()).isEqualTo(made.fingerprint()).hasSize(64);
    Path key = folder.resolve("authority").resolve("authority.key");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
        .isEqualTo("rw-------");
  }

  @Test
  void certifiesNoOtherAuthority() throws Exception {
    X509Certificate certificate = authority().certificate();

    assertThat(certificate.getBasicConstraints()).isZero();
    assertThat(certificate.getKeyUsage()[5]).as("signs certificates").isTrue();
    assertThat(certificate.getKeyUsage()[0]).as("signs anything else").isFalse();
  }

  @Test
  void certifiesAPeerUnderTheNameThatTheHomeGives() throws Exception {
    byte[] request = PeerKey.generate().request("ANONYMOUS");

    X509Certificate certificate = authority().certifyPeer(request, "nas-attic");

    certificate.verify(authority().certificate().getPublicKey());
    assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=nas-attic");
    assertThat(certificate.getExtendedKeyUsage()).containsExactly(CLIENT);
    assertThat(certificate.getBasicConstraints()).as("no authority").isEqualTo(-1);
    certificate.checkValidity(Date.from(NOW.minus(Duration.ofHours(23))));
    certificate.checkValidity(Date.from(NOW.plus(HomeAuthority.PEER_VALIDITY)));
    assertThatThrownBy(
            () ->
                certificate.checkValidity(
                    Date.from(NOW.plus(HomeAuthority.PEER_VALIDITY).plusSeconds(1))))
        .hasMessageContaining("NotAfter");
  }

  @Test
  void certifiesTheBrokerForItsHosts() throws Exception {
    X509Certificate certificate =
        authority()
            .certifyBroker(
                PeerKey.generate().request("broker"),
                List.of("home.lan", "192.168.1.5", "fd00::5"));

    assertThat(certificate.getExtendedKeyUsage()).containsExactly(SERVER);
    assertThat(certificate.getSubjectAlternativeNames())
        .extracting(name -> name.get(0) + " " + name.get(1))
        .containsExactly("2 home.lan", "7 192.168.1.5", "7 fd00:0:0:0:0:0:0:5");
  }

  @Test
  void refusesANameThatIsNoPeers() throws Exception {
    byte[] request = PeerKey.generate().request("x");

    assertThatThrownBy(() -> authority().certifyPeer(request, "ANONYMOUS"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refusesARequestThatIsNotSignedByItsOwnKey() throws Exception {
    byte[] request = PeerKey.generate().request("peer");
    request[request.length - 1] ^= 1;

    assertThatThrownBy(() -> authority().certifyPeer(request, "peer"))
        .isInstanceOf(CertificateRefusedException.class);
  }

  @Test
  void refusesAnotherKindOfKeyAndWhatIsNoRequest() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    KeyPair other = generator.generateKeyPair();
    byte[] request =
        new JcaPKCS10CertificationRequestBuilder(new X500Principal("CN=peer"), other.getPublic())
            .build(new JcaContentSignerBuilder("SHA256withRSA").build(other.getPrivate()))
            .getEncoded();

    assertThatThrownBy(() -> authority().certifyPeer(request, "peer"))
        .isInstanceOf(CertificateRefusedException.class)
        .hasMessageContaining("P-256");
    assertThatThrownBy(() -> authority().certifyPeer(new byte[] {1, 2, 3}, "peer"))
        .isInstanceOf(CertificateRefusedException.class);
    assertThatThrownBy(() -> authority().certifyPeer(new byte[5000], "peer"))
        .isInstanceOf(CertificateRefusedException.class)
        .hasMessageContaining("5000 bytes");
  }

  @Test
  void aPeerKeepsOnlyWhatIsForItsKeyAndOfItsAuthority() throws Exception {
    PeerKey key = PeerKey.generate();
    HomeAuthority home = authority();
    HomeAuthority stranger =
        HomeAuthority.openOrCreate(folder.resolve("stranger"), InstantSource.fixed(NOW));
    TlsFiles files = new TlsFiles(folder.resolve("tls"));
    X509Certificate right = home.certifyPeer(key.request("peer"), "peer");
    X509Certificate others = home.certifyPeer(PeerKey.generate().request("peer"), "peer");
    X509Certificate strangers = stranger.certifyPeer(key.request("peer"), "peer");

    assertThatThrownBy(() -> key.keep(files, others, home.certificate()))
        .isInstanceOf(CertificateRefusedException.class)
        .hasMessageContaining("another key");
    assertThatThrownBy(() -> key.keep(files, strangers, home.certificate()))
        .isInstanceOf(CertificateRefusedException.class)
        .hasMessageContaining(home.fingerprint());
    assertThat(files.keyStore()).doesNotExist();

    key.keep(files, right, home.certificate());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files.keyStore())))
        .isEqualTo("rw-------");
  }
}
