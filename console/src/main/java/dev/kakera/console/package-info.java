/** The one executable: reads the command line, and wires every role. Nothing depends on it. */
package dev.kakera.console;
