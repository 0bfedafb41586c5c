package dev.kakera.producer.scan;

import dev.kakera.posix.Directory;
import dev.kakera.posix.FileStat;
import dev.kakera.posix.FileType;
import dev.kakera.posix.PosixException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Goes down to one path as a walk would, and stops where a rule excludes it. */
final class ExcludeExplanation {
  private final ExcludeRules rules;
  private final Directory source;

  ExcludeExplanation(ExcludeRules rules, Directory source) {
    this.rules = rules;
    this.source = source;
  }

  ExcludeVerdict of(SourcePath path) throws PosixException {
    ExcludeStack stack = new ExcludeStack(rules);
    ArrayDeque<Directory> opened = new ArrayDeque<>();
    try {
      Directory directory = source;
      SourcePath at = SourcePath.ROOT;
      ExcludeRule rule = null;
      for (byte[] name : path.components()) {
        enter(stack, directory, at);
        at = at.child(name);
        boolean isAbove = at.depth() < path.depth();
        FileStat stat = directory == null ? null : directory.find(name).orElse(null);
        rule = decide(stack, name, isAbove, stat);
        if (ExcludeStack.isExcluding(rule)) {
          return new ExcludeVerdict(true, at, Optional.of(rule));
        }
        if (isAbove) {
          directory = stat == null ? null : directory.openDirectory(name);
        }
        if (isAbove && directory != null) {
          opened.push(directory);
        }
      }
      return new ExcludeVerdict(false, at, Optional.ofNullable(rule));
    } finally {
      for (Directory directory : opened) {
        directory.close();
      }
    }
  }

  private ExcludeRule decide(ExcludeStack stack, byte[] name, boolean isAbove, FileStat stat) {
    boolean isDirectory = isAbove || (stat != null && stat.type() == FileType.DIRECTORY);
    ExcludeRule rule = stack.decide(name, isDirectory);
    if (ExcludeStack.isExcluding(rule) || stat == null || stat.type() != FileType.REGULAR) {
      return rule;
    }
    ExcludeRule bySize = rules.decideSize(stat.sizeBytes());
    return bySize == null ? rule : bySize;
  }

  private static void enter(ExcludeStack stack, Directory directory, SourcePath path)
      throws PosixException {
    List<PosixException> problems = new ArrayList<>();
    stack.enter(
        directory,
        path,
        name -> directory != null && isPresent(directory, name, problems),
        problems);
    if (!problems.isEmpty()) {
      throw problems.getFirst();
    }
  }

  private static boolean isPresent(
      Directory directory, byte[] name, List<PosixException> problems) {
    try {
      return directory.find(name).isPresent();
    } catch (PosixException e) {
      problems.add(e);
      return false;
    }
  }
}
