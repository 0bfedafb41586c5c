/**
 * How figures, progress and results are shown to people: data on standard output, all else on
 * standard error.
 */
package dev.kakera.console.output;
