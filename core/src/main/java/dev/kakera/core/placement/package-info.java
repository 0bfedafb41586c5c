/**
 * Which peer gets which shard, and how many peers may then be lost. Pure; must not depend on
 * formats or keys.
 */
package dev.kakera.core.placement;
