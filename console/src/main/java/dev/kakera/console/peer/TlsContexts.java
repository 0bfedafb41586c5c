package dev.kakera.console.peer;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Predicate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** TLS of the home beside Kafka's: where peers join. */
public final class TlsContexts {
  private static final String SERVER_PURPOSE = "1.3.6.1.5.5.7.3.1";

  private TlsContexts() {}

  /** For a server with this key; it shows the authority's certificate too. */
  public static SSLContext server(
      PeerKey key, X509Certificate certificate, X509Certificate authority) {
    try {
      char[] unused = new char[0];
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, unused);
      store.setKeyEntry(
          "server", key.privateKey(), unused, new X509Certificate[] {certificate, authority});
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, unused);
      return context(keys.getKeyManagers(), new TrustManager[0]);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("TLS for those that join cannot be set up", e);
    }
  }

  /**
   * For a client that trusts a server of one authority. Dates are not looked at: a clock that is
   * wrong is to be named as such by the caller.
   *
   * @param isTrusted whether a fingerprint is that of the authority
   */
  public static SSLContext client(Predicate<String> isTrusted) {
    try {
      return context(new KeyManager[0], new TrustManager[] {new Pinned(isTrusted)});
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("TLS to the home cannot be set up", e);
    }
  }

  /** For a client that trusts servers of an authority, by their names and dates too. */
  public static SSLContext clientOf(X509Certificate authority) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, new char[0]);
      store.setCertificateEntry("authority", authority);
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      return context(new KeyManager[0], trust.getTrustManagers());
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("TLS to the broker cannot be set up", e);
    }
  }

  private static SSLContext context(KeyManager[] keys, TrustManager[] trust)
      throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLSv1.3");
    context.init(keys, trust, new SecureRandom());
    return context;
  }

  /** Thrown in the middle of a handshake: the server is not the home that was meant. */
  public static final class AnotherHomeCertificateException extends CertificateException {
    private static final long serialVersionUID = 1L;

    AnotherHomeCertificateException(String message) {
      super(message);
    }
  }

  /** Trusts servers that one authority certified as such; a peer's certificate is none. */
  private static final class Pinned extends X509ExtendedTrustManager {
    private final Predicate<String> isTrusted;

    private Pinned(Predicate<String> isTrusted) {
      this.isTrusted = isTrusted;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
      X509Certificate authority = chain[chain.length - 1];
      if (chain.length != 2 || !isTrusted.test(HomeAuthority.fingerprint(authority))) {
        throw new AnotherHomeCertificateException("its certificate is of another authority");
      }
      try {
        HomeAuthority.requireIssued(chain[0], authority);
      } catch (CertificateRefusedException e) {
        throw new AnotherHomeCertificateException(e.getMessage());
      }
      if (!isServer(chain[0])) {
        throw new AnotherHomeCertificateException("its certificate is not for a server");
      }
    }

    private static boolean isServer(X509Certificate certificate)
        throws CertificateParsingException {
      List<String> purposes = certificate.getExtendedKeyUsage();
      return purposes != null && purposes.contains(SERVER_PURPOSE);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      throw new CertificateException("this side is no server");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      checkClientTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      checkClientTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
