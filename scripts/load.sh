#!/usr/bin/env bash
# Lets many users buy at the same time and counts what they were told. Needs bash and curl (7.75 or newer).
#
#   scripts/load.sh --activity ID [--users 2000] [--concurrency 200] [--url URL]... [--first-user 1]
#
#   --activity     what they buy, one unit each
#   --users        how many buyers, each with an id of its own and one order; 1 to 100000
#   --concurrency  how many of them wait for an answer at a time; 1 to 300, the most that curl does
#   --url          where the API is; give it several times to spread the buyers over several instances in turn.
#                  Default: SECKILL_API_URL from the environment or from .dev/operator.env, else http://127.0.0.1:8080
#   --first-user   id of the first buyer; the others follow it
#
# Buyers name themselves by the parameter userId, so the API must run with seckill.identity.mode=param.
# Exit status: 0, or 1 after any 5xx or any request without an answer, 2 for wrong arguments.
set -euo pipefail
export LC_ALL=C # a decimal point is a point

readonly TIMEOUT=30 # seconds for one answer

wrong() {
  echo "load: $*" >&2
  exit 2
}

# --- what was asked ---------------------------------------------------------------------------------------------------

activity=
users=2000
concurrency=200
first=1
urls=()

# number NAME TEXT MOST: a plain number from 1 to MOST
number() {
  [[ $2 =~ ^[1-9][0-9]{0,17}$ ]] && (($2 <= $3)) || wrong "$1 must be a number from 1 to $3, not '$2'"
}

while (($# > 0)); do
  [[ $1 =~ ^--(activity|users|concurrency|url|first-user)$ ]] ||
    wrong "'$1' is not known; usage: scripts/load.sh --activity ID [--users N] [--concurrency N] [--url URL]... [--first-user N]"
  (($# > 1)) || wrong "$1 needs a value"
  case $1 in
    --activity) activity=$2 ;;
    --users) users=$2 ;;
    --concurrency) concurrency=$2 ;;
    --first-user) first=$2 ;;
    --url)
      [[ $2 =~ ^https?://[][A-Za-z0-9._:/-]+$ ]] || wrong "--url must look like http://host:port, not '$2'"
      urls+=("${2%/}")
      ;;
  esac
  shift 2
done
[[ -n $activity ]] || wrong "--activity is missing"
number --activity "$activity" 999999999999999999
number --users "$users" 100000
number --concurrency "$concurrency" 300
number --first-user "$first" 900000000000000000
command -v curl >/dev/null || wrong "curl is not installed"

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
if ((${#urls[@]} == 0)); then
  url=${SECKILL_API_URL-}
  if [[ -z $url && -r $root/.dev/operator.env ]]; then
    url=$(sed -n 's/^SECKILL_API_URL=//p' "$root/.dev/operator.env")
  fi
  urls=("${url:-http://127.0.0.1:8080}")
fi

# --- the load: one curl for all of it ---------------------------------------------------------------------------------

work=$(mktemp -d)
curl_pid=
finish() {
  [[ -z $curl_pid ]] || kill "$curl_pid" 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM
mkdir "$work/answers"

# Answers go to files of their own: parallel ones would get mixed up on one output.
for ((i = 0; i < users; i++)); do
  ((i == 0)) || echo next
  printf 'url = "%s/seckill/order?activityId=%s&userId=%s"\n' "${urls[i % ${#urls[@]}]}" "$activity" $((first + i))
  printf 'request = "POST"\nhttp1.1\ngloboff\nnoproxy = "127.0.0.1,localhost"\nmax-time = %s\n' "$TIMEOUT"
  printf 'output = "%s/answers/%s"\nwrite-out = "%%{http_code} %%{exitcode} %%{time_total}\\n"\n' "$work" "$i"
done >"$work/requests"

echo "$users buyers of activity $activity, $concurrency at a time: ${urls[*]}"
SECONDS=0
curl --no-progress-meter --parallel --parallel-immediate --parallel-max "$concurrency" \
  --config "$work/requests" >"$work/results" 2>"$work/errors" &
curl_pid=$!

if [[ -t 2 ]]; then
  while kill -0 "$curl_pid" 2>/dev/null; do
    printf '\r  %s of %s answered' "$(wc -l <"$work/results" | tr -d ' ')" "$users" >&2
    sleep 0.5
  done
  printf '\r\033[K' >&2
fi
# Its exit status is that of one of the transfers; each has its own in the results.
wait "$curl_pid" || true
curl_pid=
elapsed=$SECONDS

# --- what they were told ----------------------------------------------------------------------------------------------

answered=$(wc -l <"$work/results" | tr -d ' ')
awk '{ print $1 }' "$work/results" | sort | uniq -c |
  while read -r count status; do printf '  HTTP %-16s %7d\n' "$status" "$count"; done
# The envelope begins with its code; whatever else may be called so comes later.
find "$work/answers" -type f -exec awk -F '"' 'FNR == 1 && /^\{"code":"[A-Z_]+"/ { print $4 }' {} + | sort | uniq -c |
  while read -r count code; do printf '  %-21s %7d\n' "$code" "$count"; done
awk '{ print $3 }' "$work/results" | sort -n | awk '
  { time[NR] = $1 }
  function rank(share) { i = int(NR * share); if (i < NR * share) i++; return time[i] * 1000 }
  END { if (NR) printf "  time p50 %.0f ms, p99 %.0f ms, max %.0f ms\n", rank(.5), rank(.99), time[NR] * 1000 }'
echo "  $answered requests in $elapsed s"

failed=$(awk '$2 != 0 { n++ } END { print n + 0 }' "$work/results")
errors=$(awk '$1 ~ /^5/ { n++ } END { print n + 0 }' "$work/results")
if ((answered < users || failed > 0 || errors > 0)); then
  echo "load: $errors answers of 5xx, $((failed + users - answered)) requests without an answer" >&2
  head -n 3 "$work/errors" >&2
  exit 1
fi
