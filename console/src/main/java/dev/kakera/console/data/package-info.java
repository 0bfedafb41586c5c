/**
 * What lies in the data folder, beside catalog, broker and stores: keys, the mesh's settings,
 * locks.
 */
package dev.kakera.console.data;
