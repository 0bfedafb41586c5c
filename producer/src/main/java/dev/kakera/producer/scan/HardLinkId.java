package dev.kakera.producer.scan;

/**
 * Two entries with the same id are two names of one file.
 *
 * @param device as in {@code st_dev}
 * @param inode number within the device
 */
public record HardLinkId(long device, long inode) {}
