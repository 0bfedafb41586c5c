/**
 * The pure engine: cutting, coding, sealing, formats and placement. No Kafka, files, sockets,
 * clock, threads, randomness or logging; what it needs of them it is handed.
 */
package dev.kakera.core;
