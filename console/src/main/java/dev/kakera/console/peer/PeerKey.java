package dev.kakera.console.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;

/** A key for TLS, made where it is used; it never leaves there. */
public final class PeerKey {
  private final KeyPair keys;

  private PeerKey(KeyPair keys) {
    this.keys = keys;
  }

  public static PeerKey generate() {
    return new PeerKey(EllipticKeys.generate());
  }

  /**
   * A request to be certified (PKCS #10, DER), signed with this key. The name in it is a wish; the
   * authority gives the name.
   */
  public byte[] request(String name) {
    try {
      return new JcaPKCS10CertificationRequestBuilder(
              new X500Principal("CN=" + name), keys.getPublic())
          .build(new JcaContentSignerBuilder(EllipticKeys.SIGNATURE).build(keys.getPrivate()))
          .getEncoded();
    } catch (OperatorCreationException e) {
      throw new IllegalStateException("this Java signs nothing with " + EllipticKeys.SIGNATURE, e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  PrivateKey privateKey() {
    return keys.getPrivate();
  }

  /**
   * Keeps key and certificate where Kafka reads them.
   *
   * @throws CertificateRefusedException when the certificate is for another key, or of another
   *     authority
   */
  public void keep(TlsFiles files, X509Certificate certificate, X509Certificate authority)
      throws IOException, CertificateRefusedException {
    if (!certificate.getPublicKey().equals(keys.getPublic())) {
      throw new CertificateRefusedException(
          "the certificate of %s is for another key than the one that was made here"
              .formatted(certificate.getSubjectX500Principal()));
    }
    HomeAuthority.requireIssued(certificate, authority);
    files.write(keys.getPrivate(), certificate, authority);
  }
}
