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
# Exit status: 0, or 1 after any 5xx, after any request without an answer, or if nobody was told what a sale tells
# (OK, CONFIRMING, DUPLICATE_ORDER, SOLD_OUT); 2 if there was nothing to begin with: wrong arguments, no answer at all, no
# such activity or none that is on sale.
set -euo pipefail
export LC_ALL=C # a decimal point is a point

readonly TIMEOUT=30   # seconds for one answer
readonly LIST_LAG=3   # seconds, longer than a node's list of activities may be old
readonly ANSWERS='^(OK|CONFIRMING|DUPLICATE_ORDER|SOLD_OUT)$' # of a sale that is on

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
  if ! [[ $2 =~ ^[1-9][0-9]{0,17}$ ]] || (($2 > $3)); then
    wrong "$1 must be a number from 1 to $3, not '$2'"
  fi
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

# counted NUMBER NOUN: 1 buyer, 2 buyers
counted() {
  if (($1 == 1)); then echo "1 $2"; else echo "$1 $2s"; fi
}

# --- whether there is anything to buy ---------------------------------------------------------------------------------

# field NAME: a plain value out of the answer, or nothing
field() {
  if [[ $answer =~ \"$1\":\"?([^\",}]*) ]]; then
    printf '%s' "${BASH_REMATCH[1]}"
  fi
}

# Asks the instances in turn until one answers; sets answer and status.
look() {
  local url
  for url in "${urls[@]}"; do
    answer=$(curl -q --silent --max-time "$TIMEOUT" --noproxy 127.0.0.1,localhost --globoff \
      --header 'Accept-Language: en' --write-out '\n%{http_code}' "$url/seckill/activities/$activity") || continue
    status=${answer##*$'\n'}
    return
  done
  wrong "no answer from ${urls[*]} - is it running?"
}

# Sets why to what keeps it from selling, or to nothing.
judge() {
  local now start end
  # Seconds of one time zone compare as text.
  now=$(field serverTime) start=$(field startTime) end=$(field endTime)
  why=
  case $(field code)-$(field state) in
    OK-OPEN)
      if [[ ${now:0:19} < ${start:0:19} ]]; then
        why="activity $activity is not on sale: it starts at $start"
      elif [[ ! ${now:0:19} < ${end:0:19} ]]; then
        why="activity $activity is not on sale: it ended at $end"
      fi
      ;;
    OK-DRAFT | OK-WARMING) why="activity $activity is not on sale: it is not warmed up" ;;
    OK-*) why="activity $activity is not on sale: it is $(field state)" ;;
    ACTIVITY_NOT_FOUND-*) why="there is no activity $activity at ${urls[*]}" ;;
    # It is looked up in MySQL, which no order needs.
    SYSTEM_BUSY-*) echo "load: whether activity $activity is on sale cannot be told just now (HTTP $status)" >&2 ;;
    *) why="${urls[*]} does not tell of activities: HTTP $status $(field code)" ;;
  esac
}

look
judge
# It may have been made or warmed up this moment.
while [[ $(field code) == ACTIVITY_NOT_FOUND || $(field state) =~ ^(DRAFT|WARMING)$ ]] && ((SECONDS < LIST_LAG)); do
  sleep 0.5
  look
  judge
done
[[ -z $why ]] || wrong "$why"

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
  printf 'output = "%s/answers/%s"\nwrite-out = "%%{http_code} %%{exitcode} %%{time_total} %s\\n"\n' \
    "$work" "$i" "${urls[i % ${#urls[@]}]}"
done >"$work/requests"

echo "$(counted "$users" buyer) of activity $activity, $concurrency at a time: ${urls[*]}"
SECONDS=0
curl --no-progress-meter --parallel --parallel-immediate --parallel-max "$concurrency" \
  --config "$work/requests" >"$work/results" 2>"$work/errors" &
curl_pid=$!

# progress ANSWERED: one line over the last one, for somebody who looks on
progress() {
  local done=$1 width=30 filled bar rest
  filled=$((done * width / users))
  printf -v bar '%*s' "$filled" ''
  printf -v rest '%*s' $((width - filled)) ''
  printf '\r  [%s%s] %d of %d answered, %d s' "${bar// /#}" "${rest// /.}" "$done" "$users" "$SECONDS" >&2
}

if [[ -t 2 ]]; then
  while kill -0 "$curl_pid" 2>/dev/null; do
    # curl keeps its lines back until it has some fifty; the answers' files are there at once.
    progress "$(find "$work/answers" -type f | wc -l)"
    sleep 0.3
  done
  printf '\r\033[K' >&2
fi
# Its exit status is that of one of the transfers; each has its own in the results.
wait "$curl_pid" || true
curl_pid=
elapsed=$SECONDS

# --- what they were told ----------------------------------------------------------------------------------------------

answered=$(wc -l <"$work/results" | tr -d ' ')
awk '{ print $1 == "000" ? "no answer" : "HTTP " $1 }' "$work/results" | sort | uniq -c |
  while read -r count status; do printf '  %-21s %7d\n' "$status" "$count"; done
# The envelope begins with its code; whatever else may be called so comes later.
find "$work/answers" -type f -exec awk -F '"' 'FNR == 1 && /^\{"code":"[A-Z_]+"/ { print $4 }' {} + >"$work/codes"
sort "$work/codes" | uniq -c |
  while read -r count code; do printf '  %-21s %7d\n' "$code" "$count"; done
# How long answers took: those that there were, each line of the picture twice as slow as the one above it.
awk '$2 == 0 { print $3 * 1000 }' "$work/results" | sort -n | awk '
  { time[NR] = $1 }
  function ms(t) { return t < .5 ? "<1" : sprintf("%.0f", t) }
  function rank(share) { i = int(NR * share); if (i < NR * share) i++; return ms(time[i]) }
  function line(from, to, n,   bar, i) {
    for (i = 0; i < n * 40 / most; i++) bar = bar "#"
    printf "    %5d - %5d ms %7d %s\n", from, to, n, bar
  }
  END {
    if (!NR) exit
    for (edge = 1; edge <= time[1]; edge *= 2) { }
    lowest = edge
    for (i = 1; i <= NR; i++) {
      while (time[i] >= edge) edge *= 2
      count[edge]++
      if (count[edge] > most) most = count[edge]
    }
    for (e = lowest; e <= edge; e *= 2) line(e == 1 ? 0 : e / 2, e, count[e] + 0)
    printf "  time p50 %s ms, p90 %s ms, p99 %s ms, max %s ms\n", rank(.5), rank(.9), rank(.99), ms(time[NR])
  }'
((elapsed > 0)) || elapsed='<1'
echo "  $(counted "$answered" request) in $elapsed s"

failed=$(awk '$2 != 0 { n++ } END { print n + 0 }' "$work/results")
errors=$(awk '$1 ~ /^5/ { n++ } END { print n + 0 }' "$work/results")
bad=0
if ((answered < users || failed > 0 || errors > 0)); then
  echo "load: $(counted "$errors" answer) of 5xx, $(counted $((failed + users - answered)) request) without an answer" >&2
  awk '$1 == "000" { print $4 }' "$work/results" | sort -u |
    while read -r url; do echo "load: no answer from $url - is it running?" >&2; done
  head -n 3 "$work/errors" >&2
  bad=1
fi
if ! grep -qE "$ANSWERS" "$work/codes"; then
  echo "load: nobody was told OK, CONFIRMING, DUPLICATE_ORDER or SOLD_OUT" >&2
  if grep -qx UNAUTHENTICATED "$work/codes"; then
    echo "load: buyers are not believed; the API must run with seckill.identity.mode=param" >&2
  fi
  bad=1
fi
((bad == 0))
