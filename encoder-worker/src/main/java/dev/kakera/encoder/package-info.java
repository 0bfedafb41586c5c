/**
 * The encoder worker: takes sealed chunks from their topic, makes a stripe of each, announces it,
 * and sends its shards to the topics of their peers. A member of the home: it holds the
 * repository's keys. Must not depend on another stage, on files, or on the console.
 */
package dev.kakera.encoder;
