package dev.kakera.console.peer;

import dev.kakera.console.data.PrivateFiles;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.SslConfigs;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemReader;
import org.bouncycastle.util.io.pem.PemWriter;

/**
 * One side's key and certificate, and whom it trusts, as the two PEM files that Kafka reads. Both
 * are for their owner's eyes only.
 *
 * @param folder in which they lie
 */
public record TlsFiles(Path folder) {

  /** Key and certificate. */
  public Path keyStore() {
    return folder.resolve("key-and-certificate.pem");
  }

  /** The authority's certificate. */
  public Path trustStore() {
    return folder.resolve("authority.pem");
  }

  /** Writes both; what was there is replaced. */
  void write(PrivateKey key, X509Certificate certificate, X509Certificate authority)
      throws IOException {
    PrivateFiles.createFolder(folder);
    PrivateFiles.replace(trustStore(), pem("CERTIFICATE", encoded(authority)));
    byte[] own = pem("PRIVATE KEY", key.getEncoded());
    byte[] certified = pem("CERTIFICATE", encoded(certificate));
    byte[] both = java.util.Arrays.copyOf(own, own.length + certified.length);
    System.arraycopy(certified, 0, both, own.length, certified.length);
    PrivateFiles.replace(keyStore(), both);
  }

  /**
   * The own certificate.
   *
   * @throws IOException when it is not there, or damaged
   */
  public X509Certificate certificate() throws IOException {
    try (PemReader reader = new PemReader(Files.newBufferedReader(keyStore()))) {
      for (PemObject object = reader.readPemObject();
          object != null;
          object = reader.readPemObject()) {
        if (object.getType().equals("CERTIFICATE")) {
          return HomeAuthority.read(object.getContent());
        }
      }
    } catch (CertificateRefusedException e) {
      throw new IOException(keyStore() + ": " + e.getMessage(), e);
    }
    throw new IOException(keyStore() + " holds no certificate. Join again with the same --dir");
  }

  /** What a Kafka client of this side adds to its settings. */
  public Map<String, Object> clientSettings() {
    Map<String, Object> settings = new HashMap<>();
    settings.put(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, "SSL");
    settings.put(SslConfigs.SSL_PROTOCOL_CONFIG, "TLSv1.3");
    settings.put(SslConfigs.SSL_ENABLED_PROTOCOLS_CONFIG, "TLSv1.3");
    settings.put(SslConfigs.SSL_KEYSTORE_TYPE_CONFIG, "PEM");
    settings.put(SslConfigs.SSL_KEYSTORE_LOCATION_CONFIG, keyStore().toString());
    settings.put(SslConfigs.SSL_TRUSTSTORE_TYPE_CONFIG, "PEM");
    settings.put(SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG, trustStore().toString());
    settings.put(SslConfigs.SSL_ENDPOINT_IDENTIFICATION_ALGORITHM_CONFIG, "https");
    return settings;
  }

  private static byte[] encoded(X509Certificate certificate) {
    try {
      return certificate.getEncoded();
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("a certificate that was just made has no encoding", e);
    }
  }

  private static byte[] pem(String type, byte[] bytes) {
    StringWriter text = new StringWriter();
    try (PemWriter writer = new PemWriter(text)) {
      writer.writeObject(new PemObject(type, bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }
}
