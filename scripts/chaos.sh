#!/usr/bin/env bash
# Runs the product as real processes (two of each, a Redis, a MySQL) under load, hurts it, and judges by everything that
# buyers were told whether every promise was kept. All of it on the loopback address; it cleans up after itself.
#
#   scripts/chaos.sh [--seed N] [--minutes M | --seconds S] [--fault all|none|NAME[,NAME...]] [--once] [--buyers N]
#   scripts/chaos.sh --mixed [--minutes M]     one kill of Redis and one loss of its latest past, nothing else
#   scripts/chaos.sh --rounds R [--seed N]     R rounds on shared processes, each with the next seed and three faults of a
#                                              deck; what came of them goes to target/chaos/rounds.json
#   scripts/chaos.sh --controls [NAME,...]     known mistakes are put back one by one: the referee must find each
#   scripts/chaos.sh --defect NAME             one of them, in a longer run of its own, found by whatever is reported
#   scripts/chaos.sh --selection               four rounds of known seeds, and the controls
#   scripts/chaos.sh --mysql8 ...              on MySQL 8 instead of MariaDB
#
# Exit status: 0 every promise was kept, 1 the report lists what was broken.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

args=()
maven=()
for arg in "$@"; do
  case $arg in
    --mixed) args+=(--fault "REDIS_KILLED,REDIS_CUT" --once) ;;
    --mysql8)
      maven+=(-Pmysql8)
      export SECKILL_TEST_MYSQL=mysql8
      ;;
    *) args+=("$arg") ;;
  esac
done
./mvnw -q -B -ntp ${maven[@]+"${maven[@]}"} -pl seckill-admin -am -Dspotless.check.skip=true test-compile \
  dependency:build-classpath -Dmdep.outputFile=target/dev.classpath
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
cd seckill-admin
exec "$java" -Xmx512m -cp "target/test-classes:target/classes:$(<target/dev.classpath)" \
  io.seckill.admin.chaos.ChaosRun ${args[@]+"${args[@]}"}
