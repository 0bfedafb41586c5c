/**
 * What a role shows to monitors over HTTP: whether it lives, whether it is ready, and its figures;
 * and, of the home, the schemas of control records. Nothing in it is secret, and no label names a
 * chunk, a file or a path.
 */
package dev.kakera.console.manage;
