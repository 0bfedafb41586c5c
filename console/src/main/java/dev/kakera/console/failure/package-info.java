/** What a command says when it cannot do what was asked: a stable id, a sentence, an exit code. */
package dev.kakera.console.failure;
