#!/usr/bin/env bash
# Measures what an order costs, how many can be taken and how fast they become rows: real processes from the shipped
# jars, a Redis and a MariaDB of its own, everything on the loopback address; it cleans up after itself.
# What the figures mean: docs/benchmarks.md.
#
#   scripts/bench.sh [--quick] [--designs | --no-designs] [--only PART[,PART...]] [--out DIR]
#   scripts/bench.sh jmh [PATTERN]     ids, codecs and limits alone, by JMH
#
#   --quick    a rough run of a few minutes; the whole takes about half an hour
#   --designs  compare the designs that articles describe too; the whole run does so anyway
#   --only     rounds, open-loop, fsync, articles-test, drain, growth
#   --out      where result.json, goals.md and chart.svg go; default target/bench
#
# SECKILL_BENCH_JVM takes the place of scripts/api.jvm, the options that are shipped for the API. JAVA_HOME chooses the JDK.
# Exit status: 0, or 1 if anything was answered wrongly or the books did not agree, 2 for wrong arguments.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

if [[ ${1-} == jmh ]]; then
  ./mvnw -q -B -ntp -Pjmh -pl seckill-api -am -Dspotless.check.skip=true test-compile \
    dependency:build-classpath -Dmdep.outputFile=target/bench.classpath
  for module in seckill-service seckill-api; do
    (cd "$module" && "$java" -cp "target/test-classes:target/classes:$(<target/bench.classpath)" \
      org.openjdk.jmh.Main "${2:-.*Jmh.*}")
  done
  exit
fi

args=(--out "$root/target/bench")
while (($# > 0)); do
  case $1 in
    --out)
      (($# > 1)) || { echo "bench: --out needs a value" >&2; exit 2; }
      mkdir -p "$2"
      args+=(--out "$(cd "$2" && pwd)")
      shift 2
      ;;
    *)
      args+=("$1")
      shift
      ;;
  esac
done

./mvnw -q -B -ntp -pl seckill-api,seckill-service -am -Dspotless.check.skip=true -DskipTests package \
  dependency:build-classpath -Dmdep.outputFile=target/bench.classpath
cd seckill-api
# A young generation that a measurement does not fill: the generator must not stop to collect.
exec "$java" -Xmx1g -Xmn512m -XX:+UseParallelGC -Dseckill.bench.root="$root" -cp "target/test-classes:target/classes:$(<target/bench.classpath)" \
  io.seckill.api.bench.BenchRun "${args[@]}"
