package dev.kakera.core.snapshot;

import dev.kakera.core.wire.Bytes;

/** An extended attribute, its name with the namespace. */
public record Xattr(Bytes name, Bytes value) {}
