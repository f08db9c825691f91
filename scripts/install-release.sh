#!/bin/sh
# Copies the release that this script lies in below a folder, /usr/local unless another is named:
#     ./install.sh [DIR]
set -eu
from=$(cd "$(dirname "$0")" && pwd)
to=${1:-/usr/local}
mkdir -p "$to"
for d in bin libexec share; do cp -R "$from/$d" "$to/"; done
mkdir -p "$to/share/doc/hardbop"
cp "$from/README.md" "$from/LICENSE" "$to/share/doc/hardbop/"
echo "installed hardbop in $to"
"$to/bin/hardbop" doctor || true
