/**
 * Who peers on other machines are to the broker: the home's own authority, and what it certifies.
 * Nothing here opens a connection.
 */
package dev.kakera.console.peer;
