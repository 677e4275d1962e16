#!/usr/bin/env bash
# Builds Seckill and runs all of it in one JVM: API, console and worker, on a Redis and a MariaDB of its own.
#
#   scripts/start.sh [--reset]
#
# --reset forgets the data of earlier runs, which are in .dev/. Other ports: SECKILL_API_PORT, SECKILL_ADMIN_PORT. Only
# this machine can reach it, since buyers prove nothing in such a run; SERVER_ADDRESS=0.0.0.0 lets others in. The console's
# operator has the password in SECKILL_ADMIN_PASSWORD, which is neither printed nor written down, or else one that is made
# up at each start.
# Needs bash and a JDK of 17 or newer: that in JAVA_HOME, else the one on the PATH. Options for the JVM: JAVA_OPTS.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

give_up() {
  echo "start: $*" >&2
  exit 1
}

for argument in "$@"; do
  [[ $argument == --reset ]] || give_up "'$argument' is not known; there is only --reset, which begins afresh"
done

if [[ -n ${JAVA_HOME-} ]]; then
  java=$JAVA_HOME/bin/java
  [[ -x $JAVA_HOME/bin/javac ]] || give_up "JAVA_HOME=$JAVA_HOME holds no JDK"
else
  java=$(command -v java) || give_up "there is no java: install a JDK, 17 or newer (Debian: apt-get install openjdk-17-jdk-headless)"
  command -v javac >/dev/null || give_up "$java belongs to no JDK: install one, 17 or newer"
fi
version=$("$java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.specification\.version = //p')
if ! [[ $version =~ ^[0-9]+$ ]] || ((version < 17)); then
  give_up "$java is Java ${version:-of unknown version}; 17 or newer is needed"
fi

# A second one on the same data would only be told so after the build; the run itself looks again.
if [[ -r .dev/operator.env ]]; then
  console=$(sed -n 's/^SECKILL_ADMIN_URL=//p' .dev/operator.env)
  if [[ $console =~ ^http://([^:/]+):([0-9]+) ]] &&
    (exec 3<>"/dev/tcp/${BASH_REMATCH[1]}/${BASH_REMATCH[2]}") 2>/dev/null; then
    give_up "it runs already, its console at $console. Use that one, or stop it first (Ctrl-C there)"
  fi
fi

# Maven says much; of it only what shows that it goes on, and what went wrong.
show_progress() {
  local line fetched=0
  while IFS= read -r line; do
    case $line in
      *'Building Seckill'*) echo "  ${line#*Building }" ;;
      *'Downloaded from'*)
        fetched=$((fetched + 1))
        ((fetched % 100)) || echo "  $fetched files fetched"
        ;;
      *ERROR*) echo "$line" >&2 ;;
    esac
  done
}

# Ctrl-C while it builds is no failure of the build.
trap 'exit 130' INT
echo "Building (the first time Maven fetches some 330 MB)"
MAVEN_OPTS="-XX:TieredStopAtLevel=1 ${MAVEN_OPTS-}" ./mvnw -B -pl seckill-admin -am -Dspotless.check.skip=true -Djacoco.skip=true \
  test-compile dependency:build-classpath -Dmdep.outputFile=target/dev.classpath 2>&1 | show_progress ||
  give_up "the build failed"

# Replaced by the JVM, so that signals and the exit code are its own. The quick compiler alone halves the work of a start;
# to measure speed, run the three jars instead.
# shellcheck disable=SC2086
exec "$java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx1g ${JAVA_OPTS-} \
  -cp "seckill-admin/target/test-classes:seckill-admin/target/classes:$(<seckill-admin/target/dev.classpath)" \
  io.seckill.admin.dev.DevLauncher "$@"
