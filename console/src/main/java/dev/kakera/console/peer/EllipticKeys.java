package dev.kakera.console.peer;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;

/** The one kind of TLS key there is: NIST P-256. What Kafka reads from PEM may not be Ed25519. */
final class EllipticKeys {
  static final String SIGNATURE = "SHA256withECDSA";

  private static final String CURVE = "secp256r1";

  private EllipticKeys() {}

  static KeyPair generate() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec(CURVE));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java makes no " + CURVE + " keys", e);
    }
  }

  static PrivateKey decode(byte[] pkcs8) throws GeneralSecurityException {
    return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
  }

  /** Whether it is a key of the one kind. */
  static boolean isRight(PublicKey key) {
    return key instanceof ECPublicKey
        && SECObjectIdentifiers.secp256r1.equals(
            SubjectPublicKeyInfo.getInstance(key.getEncoded()).getAlgorithm().getParameters());
  }
}
