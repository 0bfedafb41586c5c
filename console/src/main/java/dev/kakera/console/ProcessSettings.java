package dev.kakera.console;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.FileSize;
import dev.kakera.console.data.DataFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps everything that this process writes inside the data folder: the log, and what native
 * libraries unpack.
 */
public final class ProcessSettings {
  private static final String PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %logger{24} [%thread] %msg%n%rEx{short}";
  private static final String SIZE_MAX = "10MB";
  private static final int FILES_KEPT = 3;

  private static Path logFile;
  private static boolean toStdout;

  private ProcessSettings() {}

  /** With {@code KAKERA_LOG=stdout} the log of this process is for whoever started it. */
  public static synchronized void logAsEnvironmentSays() {
    toStdout = "stdout".equals(System.getenv("KAKERA_LOG"));
  }

  /** Before the first library is loaded; does nothing while the folder is not there. */
  public static synchronized void use(DataFolder data) {
    if (!Files.isDirectory(data.path()) || data.log().equals(logFile)) {
      return;
    }
    try {
      Path temp = Files.createDirectories(data.temp());
      System.setProperty("java.io.tmpdir", temp.toString());
      System.setProperty("org.sqlite.tmpdir", temp.toString());
      System.setProperty("ZstdTempFolder", temp.toString());
      if (!toStdout) {
        Files.createDirectories(data.log().getParent());
      }
    } catch (IOException e) {
      return; // a folder that cannot be written is said by the command, with its own words
    }
    logFile = data.log();
    logTo(logFile);
  }

  /** For a command that leaves no log where none is: what goes wrong must be in its result. */
  public static synchronized void logNothing() {
    if (logFile == null) {
      LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
      context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.OFF);
      context.getLogger("dev.kakera").setLevel(Level.OFF);
    }
  }

  private static void logTo(Path file) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    Encoder<ILoggingEvent> encoder = encoder(context, System.getenv("KAKERA_LOG_FORMAT"));
    Appender<ILoggingEvent> appender =
        toStdout ? console(context, encoder) : file(context, encoder, file);
    ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.WARN);
    root.addAppender(appender);
    context.getLogger("dev.kakera").setLevel(Level.INFO);
    // The broker warns of every start and stop of its own parts; what a person must know comes from
    // us.
    context.getLogger("org.apache.kafka").setLevel(Level.ERROR);
    context.getLogger("kafka").setLevel(Level.ERROR);
    context.getLogger("state.change.logger").setLevel(Level.ERROR);
  }

  /**
   * Lines of text, or with {@code json} a JSON object on each line.
   *
   * @param format null for text
   */
  static Encoder<ILoggingEvent> encoder(LoggerContext context, String format) {
    if ("json".equals(format)) {
      JsonEncoder encoder = new JsonEncoder();
      encoder.setContext(context);
      encoder.start();
      return encoder;
    }
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(PATTERN);
    encoder.start();
    return encoder;
  }

  private static Appender<ILoggingEvent> console(
      LoggerContext context, Encoder<ILoggingEvent> encoder) {
    ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
    appender.setContext(context);
    appender.setEncoder(encoder);
    appender.start();
    return appender;
  }

  private static Appender<ILoggingEvent> file(
      LoggerContext context, Encoder<ILoggingEvent> encoder, Path file) {
    RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
    appender.setContext(context);
    appender.setFile(file.toString());
    appender.setEncoder(encoder);
    FixedWindowRollingPolicy rolling = new FixedWindowRollingPolicy();
    rolling.setContext(context);
    rolling.setParent(appender);
    rolling.setFileNamePattern(file + ".%i");
    rolling.setMinIndex(1);
    rolling.setMaxIndex(FILES_KEPT);
    rolling.start();
    SizeBasedTriggeringPolicy<ILoggingEvent> trigger = new SizeBasedTriggeringPolicy<>();
    trigger.setContext(context);
    trigger.setMaxFileSize(FileSize.valueOf(SIZE_MAX));
    trigger.start();
    appender.setRollingPolicy(rolling);
    appender.setTriggeringPolicy(trigger);
    appender.start();
    return appender;
  }
}
