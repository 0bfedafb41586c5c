/**
 * Thin, typed bindings to the Linux file calls that {@code java.nio.file} does not offer: raw byte
 * names, calls relative to an open directory, nanosecond times, holes in sparse files, and extended
 * attributes of every namespace.
 *
 * <p>Start at {@link dev.kakera.posix.Directory#open(java.nio.file.Path)}. Names are the bytes the
 * kernel stores; they are never decoded except for people ({@link
 * dev.kakera.posix.RawName#display}). A call takes one name component at a time, so a path may be
 * longer than the kernel's limit for one call, and no link on the way is ever followed.
 *
 * <p>Failures are {@link dev.kakera.posix.PosixException}; interrupted calls (EINTR) are repeated.
 * The JVM must run with {@code --enable-native-access=ALL-UNNAMED}. This package depends on the JDK
 * alone, and must not come to depend on any other module.
 */
package dev.kakera.posix;
