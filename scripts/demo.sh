#!/bin/sh
# Checks the demo driver and its faulty twin against the lock rule, and fails if a
# verdict isn't the expected one.
set -eu
cd "$(dirname "$0")/.."

# run EXPECTED-EXIT FILE
run() {
	echo
	echo "\$ bin/hardbop check --rule examples/demo/lock.slic --entry dispatch examples/demo/$2"
	status=0
	bin/hardbop check --rule examples/demo/lock.slic --entry dispatch "examples/demo/$2" || status=$?
	echo "(exit code $status)"
	if [ "$status" != "$1" ]; then
		echo "demo: expected exit code $1" >&2
		exit 1
	fi
}

run 1 driver_bug.c
run 0 driver.c
echo
echo "demo: the fault was found, and the corrected driver was proved safe"
