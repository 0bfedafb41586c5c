/**
 * From a snapshot to a tree. Plans first, then writes: only verified bytes, only below the target,
 * never through a link, each file whole or not at all (I-15, I-17, I-18). One file that fails stops
 * nothing else and is named. Must not depend on where shards come from, nor on Kafka.
 */
package dev.kakera.catalog.restore;
