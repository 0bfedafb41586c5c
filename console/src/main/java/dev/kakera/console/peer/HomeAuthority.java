package dev.kakera.console.peer;

import dev.kakera.console.data.PrivateFiles;
import dev.kakera.schemas.Topics;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequest;

/**
 * The home's own certificate authority. It certifies the keys of peers, for 90 days under the name
 * that the home gives them, and that of the broker. Its key lies in one folder of the home and is
 * used for nothing else.
 *
 * <p>There is no list of revoked certificates: a peer is removed by taking its rights away.
 */
public final class HomeAuthority {
  /** How long a peer's certificate is good. */
  public static final Duration PEER_VALIDITY = Duration.ofDays(90);

  private static final Duration AUTHORITY_VALIDITY = Duration.ofDays(20 * 365);

  /** A clock that is behind by less than this sees no certificate of the future. */
  private static final Duration CLOCK_SLACK = Duration.ofDays(1);

  private static final int REQUEST_MAX_BYTES = 4096;
  private static final int SERIAL_BITS = 127;
  private static final String KEY = "authority.key";
  private static final String CERTIFICATE = "authority.crt";

  private final PrivateKey key;
  private final X509Certificate certificate;
  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();

  private HomeAuthority(PrivateKey key, X509Certificate certificate, InstantSource clock) {
    this.key = key;
    this.certificate = certificate;
    this.clock = clock;
  }

  /**
   * Opens the authority that lies in the folder, or makes one there.
   *
   * @throws IOException when only half of one is there, or it is damaged
   */
  public static HomeAuthority openOrCreate(Path folder, InstantSource clock) throws IOException {
    Path keyFile = folder.resolve(KEY);
    Path certificateFile = folder.resolve(CERTIFICATE);
    if (!Files.exists(certificateFile)) {
      // The certificate is written last: without it nothing was certified yet.
      Files.deleteIfExists(keyFile);
      PrivateFiles.createFolder(folder);
      KeyPair keys = EllipticKeys.generate();
      PrivateFiles.create(keyFile, keys.getPrivate().getEncoded());
      HomeAuthority made = new HomeAuthority(keys.getPrivate(), itself(keys, clock), clock);
      PrivateFiles.create(certificateFile, made.encoded());
      return made;
    }
    try {
      PrivateKey key = EllipticKeys.decode(Files.readAllBytes(keyFile));
      X509Certificate certificate = decode(Files.readAllBytes(certificateFile));
      return new HomeAuthority(key, certificate, clock);
    } catch (GeneralSecurityException e) {
      throw new IOException(
          "%s and %s are not as they were written: %s. Bring both back from a copy"
              .formatted(keyFile, certificateFile, e.getMessage()),
          e);
    }
  }

  public X509Certificate certificate() {
    return certificate;
  }

  /** SHA-256 of the authority's public key, in hexadecimal: what a join code carries. */
  public String fingerprint() {
    return fingerprint(certificate);
  }

  /** The same of any authority's certificate. */
  public static String fingerprint(X509Certificate certificate) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(certificate.getPublicKey().getEncoded());
      return HexFormat.of().formatHex(digest);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }

  /**
   * Certifies a peer's key.
   *
   * @param request as {@link PeerKey#request} makes it; its name is ignored
   * @param peer the name that the home gives it
   * @throws CertificateRefusedException when whoever asks does not hold the key, or it is of
   *     another kind
   */
  public X509Certificate certifyPeer(byte[] request, String peer)
      throws CertificateRefusedException {
    Topics.requirePeer(peer);
    return certify(
        requestedKey(request), peer, KeyPurposeId.id_kp_clientAuth, List.of(), PEER_VALIDITY);
  }

  /**
   * Certifies the broker's key.
   *
   * @param hosts names and addresses under which peers reach it
   */
  public X509Certificate certifyBroker(byte[] request, List<String> hosts)
      throws CertificateRefusedException {
    if (hosts.isEmpty()) {
      throw new IllegalArgumentException("the broker needs a name or address to be certified");
    }
    return certify(
        requestedKey(request),
        "Kakera broker",
        KeyPurposeId.id_kp_serverAuth,
        hosts,
        AUTHORITY_VALIDITY.dividedBy(2));
  }

  /** Checks that one issued the other. */
  static void requireIssued(X509Certificate issued, X509Certificate authority)
      throws CertificateRefusedException {
    try {
      issued.verify(authority.getPublicKey());
    } catch (GeneralSecurityException e) {
      throw new CertificateRefusedException(
          "the certificate of %s is not of the authority with the fingerprint %s"
              .formatted(issued.getSubjectX500Principal(), fingerprint(authority)),
          e);
    }
  }

  private static PublicKey requestedKey(byte[] request) throws CertificateRefusedException {
    if (request.length > REQUEST_MAX_BYTES) {
      throw new CertificateRefusedException(
          "the request has %d bytes, expected at most %d"
              .formatted(request.length, REQUEST_MAX_BYTES));
    }
    PublicKey key;
    boolean signed;
    try {
      JcaPKCS10CertificationRequest read = new JcaPKCS10CertificationRequest(request);
      key = read.getPublicKey();
      signed = read.isSignatureValid(new JcaContentVerifierProviderBuilder().build(key));
    } catch (IOException
        | GeneralSecurityException
        | OperatorCreationException
        | PKCSException
        | RuntimeException e) {
      throw new CertificateRefusedException(
          "the request is no request for a certificate: " + e.getMessage(), e);
    }
    if (!signed) {
      throw new CertificateRefusedException("the request is not signed by the key that it names");
    }
    if (!EllipticKeys.isRight(key)) {
      throw new CertificateRefusedException(
          "the request names a key of %s, expected one of P-256".formatted(key.getAlgorithm()));
    }
    return key;
  }

  private X509Certificate certify(
      PublicKey subject, String name, KeyPurposeId purpose, List<String> hosts, Duration validity)
      throws CertificateRefusedException {
    Instant now = clock.instant();
    Instant end = now.plus(validity);
    if (end.isAfter(certificate.getNotAfter().toInstant())) {
      throw new CertificateRefusedException(
          "the authority itself ends on %s; make a new one, and let all peers join again"
              .formatted(certificate.getNotAfter().toInstant()));
    }
    JcaX509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            certificate,
            new BigInteger(SERIAL_BITS, random).add(BigInteger.ONE),
            Date.from(now.minus(CLOCK_SLACK)),
            Date.from(end),
            new X500Principal("CN=" + name),
            subject);
    try {
      JcaX509ExtensionUtils extensions = new JcaX509ExtensionUtils();
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
      builder.addExtension(Extension.extendedKeyUsage, true, new ExtendedKeyUsage(purpose));
      builder.addExtension(
          Extension.authorityKeyIdentifier,
          false,
          extensions.createAuthorityKeyIdentifier(certificate));
      if (!hosts.isEmpty()) {
        builder.addExtension(Extension.subjectAlternativeName, false, names(hosts));
      }
      return signed(builder, key);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("a certificate for " + name + " cannot be made", e);
    }
  }

  private static GeneralNames names(List<String> hosts) {
    return new GeneralNames(
        hosts.stream()
            .map(
                host ->
                    new GeneralName(
                        host.matches("[0-9.]+|[0-9a-fA-F:]*:[0-9a-fA-F:.]*")
                            ? GeneralName.iPAddress
                            : GeneralName.dNSName,
                        host))
            .toArray(GeneralName[]::new));
  }

  /** The authority's own certificate. */
  private static X509Certificate itself(KeyPair keys, InstantSource clock) {
    Instant now = clock.instant();
    X500Principal name = new X500Principal("CN=Kakera home");
    JcaX509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            name,
            new BigInteger(SERIAL_BITS, new SecureRandom()).add(BigInteger.ONE),
            Date.from(now.minus(CLOCK_SLACK)),
            Date.from(now.plus(AUTHORITY_VALIDITY)),
            name,
            keys.getPublic());
    try {
      // It certifies peers and the broker, never another authority.
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign));
      builder.addExtension(
          Extension.subjectKeyIdentifier,
          false,
          new JcaX509ExtensionUtils().createSubjectKeyIdentifier(keys.getPublic()));
      return signed(builder, keys.getPrivate());
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("an authority cannot be made", e);
    }
  }

  private static X509Certificate signed(JcaX509v3CertificateBuilder builder, PrivateKey key)
      throws GeneralSecurityException {
    try {
      return new JcaX509CertificateConverter()
          .getCertificate(
              builder.build(new JcaContentSignerBuilder(EllipticKeys.SIGNATURE).build(key)));
    } catch (OperatorCreationException e) {
      throw new GeneralSecurityException(e);
    }
  }

  private byte[] encoded() {
    try {
      return certificate.getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the authority's certificate has no encoding", e);
    }
  }

  /**
   * Reads a certificate, DER.
   *
   * @throws CertificateRefusedException when it is none
   */
  public static X509Certificate read(byte[] der) throws CertificateRefusedException {
    try {
      return decode(der);
    } catch (GeneralSecurityException e) {
      throw new CertificateRefusedException("it is no certificate: " + e.getMessage(), e);
    }
  }

  private static X509Certificate decode(byte[] der) throws GeneralSecurityException {
    return (X509Certificate)
        CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
  }
}
