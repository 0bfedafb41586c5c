/**
 * Shards, heads and inventories from peers, through their request and reply topics. The only part
 * of this module that knows Kafka; must not depend on manifest, restore or recover.
 */
package dev.kakera.catalog.broker;
