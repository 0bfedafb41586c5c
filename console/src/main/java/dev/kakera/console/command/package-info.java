/**
 * The user's commands, a class each. They check everything first, say all that is missing, then
 * act.
 */
package dev.kakera.console.command;
