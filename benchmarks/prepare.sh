# Sourced by the scripts here: builds the module when a source is newer than what was built, and sets java, lib and flags. Bash.
. "$root/.mvn/find-jdk.sh"
jdk=$(find_jdk) || exit $?
java=$jdk/bin/java
lib=$root/benchmarks/target/lib
stamp=$root/benchmarks/target/built.stamp
flags=(-XX:+UseParallelGC -Xms1g -Xmx1g --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow
  --add-exports=java.base/jdk.internal.module=ALL-UNNAMED)

if [ ! -f "$stamp" ] || [ -n "$(find "$root/pom.xml" "$root"/{core,benchmarks}/{pom.xml,src/main} -newer "$stamp" | head -n 1)" ]; then
  echo "Building the benchmarks ..." >&2
  mkdir -p "$root/benchmarks/target"
  : >"$stamp.next"
  (cd "$root" && KAKERA_JAVA_HOME=$jdk ./mvnw -B -q -Dquick -Pbenchmarks package -pl benchmarks -am) >&2
  mv "$stamp.next" "$stamp"
fi
