# Finds a JDK 25 for mvnw and the launcher. POSIX sh, to be sourced; find_jdk prints the home of one, or says in one sentence what to
# install and returns 20.
#
# KAKERA_JAVA_HOME overrides everything and is then the only one looked at.

kakera_java_feature=25

# is_jdk DIR: a whole JDK (with a compiler) of the right version.
is_jdk() {
  [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] || return 1
  if [ -r "$1/release" ]; then
    while IFS= read -r kakera_line || [ -n "$kakera_line" ]; do
      case $kakera_line in
        "JAVA_VERSION=\"$kakera_java_feature\"" | "JAVA_VERSION=\"$kakera_java_feature."*) return 0 ;;
      esac
    done <"$1/release"
    return 1
  fi
  case $("$1/bin/java" -version 2>&1 | head -n 1) in
    *"\"$kakera_java_feature\""* | *"\"$kakera_java_feature."*) return 0 ;;
  esac
  return 1
}

find_jdk() {
  if [ -n "${KAKERA_JAVA_HOME-}" ]; then
    if is_jdk "$KAKERA_JAVA_HOME"; then
      printf '%s\n' "$KAKERA_JAVA_HOME"
      return 0
    fi
    echo "KAKERA_JAVA_HOME is $KAKERA_JAVA_HOME, which is not a JDK $kakera_java_feature: set it to the home of one, or unset it." >&2
    return 20
  fi
  if [ -n "${JAVA_HOME-}" ] && is_jdk "$JAVA_HOME"; then
    printf '%s\n' "$JAVA_HOME"
    return 0
  fi
  kakera_javac=$(command -v javac 2>/dev/null) || kakera_javac=
  if [ -n "$kakera_javac" ]; then
    kakera_javac=$(readlink -f "$kakera_javac" 2>/dev/null) || kakera_javac=
    kakera_home=${kakera_javac%/bin/javac}
    if [ -n "$kakera_home" ] && is_jdk "$kakera_home"; then
      printf '%s\n' "$kakera_home"
      return 0
    fi
  fi
  for kakera_home in \
    /usr/lib/jvm/* /usr/lib64/jvm/* /opt/*jdk* /opt/java* /opt/java/* /usr/java/* \
    /usr/local/*jdk* /usr/local/java* /usr/local/lib/jvm/* /usr/local/sdkman/candidates/java/* \
    "${SDKMAN_DIR:-${HOME-}/.sdkman}"/candidates/java/* "${HOME-}"/.jdks/* "${HOME-}"/.m2/jdks/* \
    "${HOME-}"/.gradle/jdks/* "${HOME-}"/.local/share/mise/installs/java/* \
    "${HOME-}"/.asdf/installs/java/* "${HOME-}"/.jabba/jdk/* \
    /home/linuxbrew/.linuxbrew/opt/openjdk*/libexec /snap/openjdk/current/jdk; do
    if is_jdk "$kakera_home"; then
      printf '%s\n' "$kakera_home"
      return 0
    fi
  done
  echo "Kakera needs a JDK $kakera_java_feature: install temurin-$kakera_java_feature-jdk (or your distribution's openjdk-$kakera_java_feature-jdk-headless), or set KAKERA_JAVA_HOME to the home of one." >&2
  return 20
}
