/**
 * Where a chunk's shards are, and what keeps those that have not arrived: what the catalog says and
 * what lies in the topics, put together. The judgement knows neither broker nor database.
 */
package dev.kakera.console.trace;
