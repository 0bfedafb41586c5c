package dev.kakera.catalog.restore;

import dev.kakera.catalog.manifest.EntryPath;
import dev.kakera.core.snapshot.Metadata;
import dev.kakera.core.snapshot.Xattr;
import dev.kakera.posix.Directory;
import dev.kakera.posix.EffectiveUser;
import dev.kakera.posix.Errno;
import dev.kakera.posix.ExtendedAttribute;
import dev.kakera.posix.Handle;
import dev.kakera.posix.PosixException;
import dev.kakera.posix.RawName;
import dev.kakera.posix.Timestamp;

/**
 * Gives back owner, attributes, mode and times, in the order in which none undoes another: a change
 * of owner clears set-user bits and capabilities, and every change but that of times can be last.
 * Thread-safe.
 */
final class MetadataWriter {
  private static final int SET_ID_BITS = 06000;

  /** ENOSPC: some file systems say so of attributes that are too long for them. */
  private static final int[] ATTRIBUTE_REFUSALS = {
    Errno.ENOTSUP,
    Errno.EPERM,
    Errno.EACCES,
    Errno.EINVAL,
    Errno.ERANGE,
    Errno.E2BIG,
    Errno.ENOSPC,
    Errno.EDQUOT
  };

  private static final long NO_ID = 0xffff_ffffL;

  private final Notes notes;
  private final long user = EffectiveUser.id();

  MetadataWriter(Notes notes) {
    this.notes = notes;
  }

  /** Through an open file or folder. */
  void apply(Handle handle, Metadata metadata, EntryPath path) throws PosixException {
    boolean owned = setOwner(handle, metadata, path);
    for (Xattr xattr : metadata.xattrs()) {
      setAttribute(attribute -> handle.setAttribute(attribute), xattr, path);
    }
    int mode = metadata.mode();
    if (!owned && (mode & SET_ID_BITS) != 0) {
      // They would lend out the rights of another user than the one they were meant for.
      mode &= ~SET_ID_BITS;
      notes.add(Note.Kind.SET_ID_LEFT_OFF, path.toString());
    }
    handle.setPermissions(mode);
    handle.setModified(modified(metadata));
  }

  /** Of a link itself, which cannot be opened; links have no mode of their own. */
  void applyToLink(Directory directory, byte[] name, Metadata metadata, EntryPath path)
      throws PosixException {
    if (mayGive(metadata, path)) {
      try {
        directory.setOwner(name, metadata.uid(), metadata.gid());
      } catch (PosixException e) {
        ownerRefused(e, path);
      }
    }
    for (Xattr xattr : metadata.xattrs()) {
      setAttribute(attribute -> directory.setAttribute(name, attribute), xattr, path);
    }
    directory.setModified(name, modified(metadata));
  }

  /** Whether the owner is now the one it was. */
  private boolean setOwner(Handle handle, Metadata metadata, EntryPath path) throws PosixException {
    if (!mayGive(metadata, path)) {
      return metadata.uid() == user;
    }
    try {
      handle.setOwner(metadata.uid(), metadata.gid());
      return true;
    } catch (PosixException e) {
      ownerRefused(e, path);
      return false;
    }
  }

  private boolean mayGive(Metadata metadata, EntryPath path) {
    boolean valid = metadata.uid() < NO_ID && metadata.gid() < NO_ID;
    if (user == 0 && valid) {
      return true;
    }
    if (metadata.uid() != user) {
      notes.add(Note.Kind.OWNER_LEFT, path.toString());
    }
    return false;
  }

  /** A file system without owners, or a user namespace without that one. */
  private void ownerRefused(PosixException e, EntryPath path) throws PosixException {
    if (!e.is(Errno.EPERM, Errno.EINVAL, Errno.ENOTSUP, Errno.ENOSYS)) {
      throw e;
    }
    notes.add(Note.Kind.OWNER_LEFT, path.toString());
  }

  private void setAttribute(AttributeSetter setter, Xattr xattr, EntryPath path)
      throws PosixException {
    byte[] name = xattr.name().toBytes();
    try {
      setter.set(new ExtendedAttribute(name, xattr.value().toBytes()));
    } catch (PosixException e) {
      if (!e.is(ATTRIBUTE_REFUSALS)) {
        throw e;
      }
      notes.add(
          Note.Kind.ATTRIBUTE_LEFT_OFF,
          "%s of %s: %s".formatted(RawName.display(name), path, e.errnoName()));
    }
  }

  private interface AttributeSetter {
    void set(ExtendedAttribute attribute) throws PosixException;
  }

  private static Timestamp modified(Metadata metadata) {
    return new Timestamp(metadata.mtimeSeconds(), metadata.mtimeNanos());
  }
}
