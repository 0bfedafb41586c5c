/**
 * Commands of one process run in another: the home listens on loopback, for who can read its token.
 * The answer is a stream of frames: a letter (o, e: output, errors; x: exit code), a length, bytes.
 */
package dev.kakera.console.remote;
