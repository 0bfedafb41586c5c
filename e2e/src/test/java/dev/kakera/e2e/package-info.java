/**
 * The whole product as a person runs it: every test backs up, restores or recovers through the
 * program's own command line, in this process or as processes of their own. What is looked at
 * besides is what lies on the disk. Must not use the insides of a stage to bring a state about.
 */
package dev.kakera.e2e;
