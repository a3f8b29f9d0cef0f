#!/usr/bin/env bash
# A keyed check beside 64 keyless connections on the most expensive routes.
# Fails when the check's 95th percentile is more than twice its quiet value.
#
# Needs wrk (Debian: wrk), and release builds of licence-server and licence. Loopback only; ends by
# itself after about a minute. Usage: tests/load/keyless_flood.sh [FOLDER OF THE BINARIES]
set -euo pipefail

binaries=$(realpath "${1:-target/release}")
seconds=${SECONDS_EACH:-8}
bound=${BOUND:-2.0}
folder=$(mktemp -d)
cleanup() { kill "$server" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$folder"; }
trap cleanup EXIT
cd "$folder"

cat > load.toml <<'TOML'
[plans.enterprise]
requests_per_second = "unlimited"
requests_per_month = "unlimited"
TOML
"$binaries/licence-server" --config load.toml --sample --no-jobs --listen 127.0.0.1:0 > listening 2> log &
server=$!
for _ in $(seq 100); do [ -s listening ] && break; sleep 0.1; done
url=$(cut -d ' ' -f 3 listening)
account=$("$binaries/licence" accounts create load --plan enterprise --json | grep -o '"id":"[^"]*"' | cut -d '"' -f 4)
key=$("$binaries/licence" keys create --account "$account" --label load --json | grep -o 'lic_[A-Za-z0-9]*')

# Prints the median and the 95th percentile of a keyed check, in milliseconds.
cat > percentiles.lua <<'LUA'
done = function(summary, latency)
  io.write(string.format("%.3f %.3f\n", latency:percentile(50) / 1000, latency:percentile(95) / 1000))
end
LUA
check() {
  wrk -t1 -c4 -d"${seconds}s" -s percentiles.lua -H "Authorization: Bearer $key" \
    "$url/v1/check?domain=lanternspin.example" | tail -1
}

check > /dev/null
read -r quiet_p50 quiet_p95 < <(check)
echo "quiet: p50 $quiet_p50 ms, p95 $quiet_p95 ms"
missed=0
for route in /docs /openapi.json; do
  for encoding in identity gzip; do
    wrk -t1 -c64 -d"$((seconds + 2))s" --timeout 30s -H "Accept-Encoding: $encoding" "$url$route" > flood &
    flood=$!
    sleep 1
    read -r p50 p95 < <(check)
    wait "$flood"
    sent=$(grep 'requests in' flood | sed 's/^ *//')
    ratio=$(awk "BEGIN { printf \"%.2f\", $p95 / $quiet_p95 }")
    echo "64 on $route, $encoding: p50 $p50 ms, p95 $p95 ms, $ratio of quiet (flood: $sent)"
    # No check that was answered has no percentiles.
    awk "BEGIN { exit !($p95 == 0 || $ratio > $bound) }" && missed=1
  done
done
[ "$missed" = 0 ] || { echo "missed: at most $bound of the quiet p95" >&2; exit 1; }
