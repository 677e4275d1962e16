#!/usr/bin/env bash
# Says whether Redis, MySQL and the queue agree on one activity: in all sums, and claim by claim with the orders and dead
# letters, by their ids (up to 100,000 claims; it says whether it did). Needs bash and curl.
#
#   scripts/verify.sh [--timeout SECONDS] ACTIVITY_ID
#
# Waits until the queue is empty (60 seconds at most, unless told otherwise), prints the figures, then CONSISTENT or what
# is off. Exit status: 0 consistent, 1 something is off, 2 could not ask.
#
# Signs in at the console as SECKILL_ADMIN_USER with SECKILL_ADMIN_PASSWORD at SECKILL_ADMIN_URL, each from the
# environment or else from .dev/operator.env, which scripts/start.sh writes.
set -euo pipefail

readonly PAUSE=0.5 # seconds between two looks

give_up() {
  echo "verify: $*" >&2
  exit 2
}

usage() {
  give_up "usage: scripts/verify.sh [--timeout SECONDS] ACTIVITY_ID"
}

# --- what was asked ---------------------------------------------------------------------------------------------------

timeout=60
activity=
while (($# > 0)); do
  case $1 in
    --timeout)
      [[ ${2-} =~ ^[0-9]{1,5}$ ]] || usage
      timeout=$((10#$2))
      shift 2
      ;;
    -*) usage ;;
    *)
      [[ -z $activity ]] || usage
      activity=$1
      shift
      ;;
  esac
done
[[ $activity =~ ^[1-9][0-9]{0,18}$ ]] || usage

# --- who asks ---------------------------------------------------------------------------------------------------------

# shellcheck source=scripts/console-session.inc
source "$(dirname "${BASH_SOURCE[0]}")/console-session.inc"

# Sets body and status.
look() {
  local answer
  answer=$(call --header 'Accept-Language: en' --write-out '\n%{http_code}' \
    "$url/admin/api/monitor?activityId=$activity") || give_up "the console at $url does not answer"
  status=${answer##*$'\n'}
  body=${answer%$'\n'*}
}

message() {
  if [[ $body =~ \"message\":\"([^\"]*)\" ]]; then
    printf '%s' "${BASH_REMATCH[1]}"
  fi
}

# A number out of one part of the answer, or a dash.
figure() {
  local part=$1 name=$2
  if [[ $body =~ \"$part\":\{([^}]*)\} && ${BASH_REMATCH[1]} =~ \"$name\":(-?[0-9]+) ]]; then
    printf '%s' "${BASH_REMATCH[1]}"
  else
    printf '%s' -
  fi
}

at_rest() {
  [[ $body == *'"atRest":true'* ]]
}

consistent() {
  [[ $body == *'"problems":[]'* ]]
}

# --- asking -----------------------------------------------------------------------------------------------------------

sign_in
doubted=false
while :; do
  look
  if [[ $status == 200 ]] && at_rest; then
    # Whatever looks wrong is looked at twice: something may have moved between two reads.
    if consistent || $doubted; then
      break
    fi
    doubted=true
  elif [[ $status != 200 && $status != 503 ]]; then
    give_up "the console answered $status: $(message)"
  fi
  if ((SECONDS >= timeout)) && ! $doubted; then
    break
  fi
  sleep "$PAUSE"
done
[[ $status == 200 ]] || give_up "the console answered $status for $timeout seconds: $(message)"

# --- telling ----------------------------------------------------------------------------------------------------------

row() {
  printf '  %-22s %12s%s\n' "$1" "$2" "${3:+  $3}"
}

echo "activity $activity"
row 'units left in Redis' "$(figure redis stock)" "of $(figure redis granted) granted"
row 'units left in MySQL' "$(figure mysql stock)" "of $(figure mysql totalStock), $(figure mysql reserved) of them reserved"
row 'live orders' "$(figure mysql liveOrders)" "$(figure mysql liveUnits) units"
row 'queued' "$(figure queue queued)"
row 'in processing' "$(figure queue inProcessing)"
row 'in retry' "$(figure queue inRetry)"
row 'dead letters' "$(figure mysql deadLetters)"
if [[ $body == *'"ordersCompared":true'* ]]; then
  row 'compared by id' "$(figure redis claims)" 'claims with orders and dead letters'
fi

if at_rest && consistent; then
  if [[ $body == *'"ordersCompared":false'* && $(figure redis stock) != - ]]; then
    echo '  (too many orders to compare them one by one; the sums agree)'
  fi
  echo CONSISTENT
  exit 0
fi

echo 'NOT CONSISTENT'
if ! at_rest; then
  echo "  NOT_AT_REST: orders are still on their way, or units on their way back, after $timeout seconds"
fi
rest=${body#*\"problems\":[}
while [[ $rest =~ \"code\":\"([^\"]*)\",\"text\":\"([^\"]*)\" ]]; do
  echo "  ${BASH_REMATCH[1]}: ${BASH_REMATCH[2]}"
  rest=${rest#*"${BASH_REMATCH[0]}"}
done
exit 1
