#!/usr/bin/env bash
# Whether the process on a port of this machine says that it is up; for a container without curl.
#
#   scripts/healthy.sh PORT
set -euo pipefail
exec 3<>"/dev/tcp/127.0.0.1/$1"
printf 'GET /actuator/health HTTP/1.0\r\nHost: localhost\r\n\r\n' >&3
read -r -t 5 _ status _ <&3
[[ $status == 200 ]]
