#!/bin/bash
# Compares the native kernel with the C library BuDDy on the tasks of bench_test.go:
# CPU seconds of the best of several runs, and their ratio. Installs BuDDy if it is
# missing, which needs root. Usage: compare.sh [RUNS]
set -eu
runs=${1:-3}
here=$(cd "$(dirname "$0")" && pwd)
if [ ! -e /usr/include/bdd.h ]; then
	apt-get update -qq && apt-get install -y -qq libbdd-dev gcc
fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
gcc -O2 -o "$tmp/buddy" "$here/tasks.c" -lbdd -lm
(cd "$here/../.." && go test -c -o "$tmp/native" .)

# least prints the least of the numbers on its input.
least() { sort -n | head -1; }
TIMEFORMAT=%U
native() {
	{ time "$tmp/native" -test.run '^$' -test.bench "Tasks/$1\$" -test.benchtime 1x >"$tmp/out"; } 2>&1
	grep -q ns/op "$tmp/out" || { cat "$tmp/out" >&2; exit 1; }
}

printf '%-12s %8s %8s %6s\n' task BuDDy native ratio
for task in queens-8 queens-9 queens-10 reach-16 reach-20 reach-24 reach-28 summary-11 summary-13 summary-14; do
	c=$(for _ in $(seq "$runs"); do "$tmp/buddy" "$task" | cut -d' ' -f2; done | least)
	go=$(for _ in $(seq "$runs"); do native "$task"; done | least)
	awk -v t="$task" -v c="$c" -v g="$go" 'BEGIN { printf "%-12s %8.3f %8.3f %6.2f\n", t, c, g, g / (c > 0.001 ? c : 0.001) }'
done
