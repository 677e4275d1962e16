#!/usr/bin/env bash
# Asks the API for more than it can do, for minutes, and judges: real processes from the shipped jars, a Redis and a
# MariaDB of its own, everything on the loopback address; it cleans up after itself. What the figures mean:
# docs/reliability.md.
#
#   scripts/overload.sh [--minutes M | --seconds S] [--factor F] [--out DIR]
#
#   --minutes  how long; default 10
#   --factor   how many times the capacity that was found before; default 2
#   --out      where result.json goes; default target/overload
#
# SECKILL_BENCH_JVM takes the place of scripts/api.jvm. JAVA_HOME chooses the JDK.
# Exit status: 0 every rule was kept, 1 the report lists what was broken, 2 for wrong arguments.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

args=(--out "$root/target/overload")
while (($# > 0)); do
  (($# > 1)) || { echo "overload: $1 needs a value" >&2; exit 2; }
  if [[ $1 == --out ]]; then
    mkdir -p "$2"
    args+=(--out "$(cd "$2" && pwd)")
  else
    args+=("$1" "$2")
  fi
  shift 2
done

./mvnw -q -B -ntp -pl seckill-api,seckill-service -am -Dspotless.check.skip=true -DskipTests package \
  dependency:build-classpath -Dmdep.outputFile=target/bench.classpath
cd seckill-api
exec "$java" -Xmx1g -Dseckill.bench.root="$root" -cp "target/test-classes:target/classes:$(<target/bench.classpath)" \
  io.seckill.api.bench.OverloadRun "${args[@]}"
