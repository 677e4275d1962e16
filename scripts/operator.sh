#!/usr/bin/env bash
# Calls the console's REST service as a signed-in operator and prints the answer. Needs bash and curl.
#
#   scripts/operator.sh GET  '/admin/api/monitor?activityId=1001'
#   scripts/operator.sh POST /admin/api/activities/1001/rebuild
#   scripts/operator.sh POST /admin/api/activities/1001/stock '{"units": 20}'
#
# Signs in as scripts/verify.sh does. Exit status: 0 done, 1 refused (the answer says why), 2 could not ask.
set -euo pipefail

give_up() {
  echo "operator: $*" >&2
  exit 2
}

[[ $# -ge 2 && $# -le 3 && $1 =~ ^(GET|POST|PUT|DELETE)$ && $2 == /* ]] ||
  give_up "usage: scripts/operator.sh GET|POST|PUT|DELETE PATH [JSON]"
method=$1 path=$2 json=${3-}

# A reconciliation that finds something looks twice.
CALL_TIMEOUT=90
# shellcheck source=scripts/console-session.inc
source "$(dirname "${BASH_SOURCE[0]}")/console-session.inc"

sign_in
request=(--request "$method" --header 'Accept-Language: en' --write-out '\n%{http_code}')
if [[ $method != GET ]]; then
  page=$(call "$url/activities") || give_up "the console at $url does not answer"
  [[ $page =~ name=\"_csrf\"\ value=\"([^\"]+)\" ]] || give_up "the console at $url hands out no token"
  request+=(--header "X-CSRF-TOKEN: ${BASH_REMATCH[1]}" --header 'Content-Type: application/json' --data "${json:-{\}}")
fi
answer=$(call "${request[@]}" "$url$path") || give_up "the console at $url does not answer"
status=${answer##*$'\n'}
printf '%s\n' "${answer%$'\n'*}"
((status < 400))
