/**
 * A peer's store on its topics: shards in, receipts out, requests answered, a sign of life. Offsets
 * are committed last and never asked what is true. Must not depend on other stages.
 */
package dev.kakera.store;
