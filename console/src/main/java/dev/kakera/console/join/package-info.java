/**
 * How a peer elsewhere becomes one of the mesh: the code that the home gives, the endpoint that it
 * serves, what the peer asks there, and what it keeps of the answer. Who is certified is {@code
 * console.peer}'s.
 */
package dev.kakera.console.join;
