#!/bin/sh
# Fails and lists the files if Go files in the tree aren't formatted.
set -eu
bad=$(git ls-files -z --cached --others --exclude-standard '*.go' | xargs -0 -r sh -c '
	for f; do [ -e "$f" ] && printf "%s\n" "$f"; done; :' sh | xargs -r gofmt -s -l)
[ -z "$bad" ] && exit 0
echo "not formatted; run gofmt -s -w on:" >&2
echo "$bad" >&2
exit 1
