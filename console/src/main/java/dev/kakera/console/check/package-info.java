/**
 * What must hold before a command can do its work, each under a stable name: {@code doctor} tells
 * all of it, and the refusals of commands come from the same list.
 */
package dev.kakera.console.check;
