/**
 * Looking into the broker: topics, groups and parked records, decoded for people. Reads, and
 * changes nothing but what a person says of parked records. Knows no roles and no commands.
 */
package dev.kakera.console.inspect;
