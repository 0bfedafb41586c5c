package dev.kakera.broker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;

/** Free ports of 127.0.0.1. */
final class LoopbackPorts {

  static final String HOST = "127.0.0.1";

  private LoopbackPorts() {}

  /** Whether nobody listens on a port now. */
  static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(address(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Two different ports that nobody listens on now. */
  static int[] twoFree() throws IOException {
    try (ServerSocket first = new ServerSocket(0, 1, address());
        ServerSocket second = new ServerSocket(0, 1, address())) {
      return new int[] {first.getLocalPort(), second.getLocalPort()};
    }
  }

  private static InetAddress address() throws UnknownHostException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  }
}
