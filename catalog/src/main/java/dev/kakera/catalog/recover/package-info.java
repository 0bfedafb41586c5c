/**
 * The way back when the home is gone: recovery words and store folders, and nothing else. No
 * broker, no journal, no catalog.
 */
package dev.kakera.catalog.recover;
