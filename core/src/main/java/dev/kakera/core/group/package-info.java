/**
 * The encoder's group as a fold: what a spool record's stripe record and shards, once sent, make of
 * it. Must not depend on anything: sends, records and clocks are its caller's.
 */
package dev.kakera.core.group;
