#!/bin/sh
# Installs the binary and what belongs to it below a folder:
#     scripts/install.sh BINARY DIR
# and takes it away again, without touching anything else there:
#     scripts/install.sh --remove DIR
set -eu
what=$1
to=$2
top=$(cd "$(dirname "$0")/.." && pwd)

completions="share/bash-completion/completions/hardbop share/zsh/site-functions/_hardbop share/fish/vendor_completions.d/hardbop.fish"

remove() {
	rm -f "$to/bin/hardbop" "$to"/share/man/man1/hardbop.1 "$to"/share/man/man1/hardbop-*.1
	for f in $completions; do rm -f "$to/$f"; done
	rm -rf "$to/libexec/hardbop" "$to/share/hardbop" "$to/share/doc/hardbop"
}

if [ "$what" = --remove ]; then
	remove
	echo "removed hardbop from $to"
	exit 0
fi

remove # pages of commands that are gone
for d in bin share/man/man1 share/hardbop share/doc/hardbop; do mkdir -p "$to/$d"; done
for f in $completions; do mkdir -p "$to/$(dirname "$f")"; done
cp "$what" "$to/bin/hardbop"
chmod 755 "$to/bin/hardbop"
"$what" man -o "$to/share/man/man1" --docs "$top/docs"
"$what" completion bash >"$to/share/bash-completion/completions/hardbop"
"$what" completion zsh >"$to/share/zsh/site-functions/_hardbop"
"$what" completion fish >"$to/share/fish/vendor_completions.d/hardbop.fish"
cp -R "$top/internal/rules/library" "$to/share/hardbop/rules"
cp -R "$top/internal/models/library" "$to/share/hardbop/models"
cp -R "$top/contrib" "$to/share/hardbop/contrib"
cp -R "$top/examples" "$to/share/hardbop/examples"
rm -f "$to/share/hardbop/examples"/*.go
cp -R "$top/docs/." "$to/share/doc/hardbop/docs"
cp "$top/README.md" "$top/LICENSE" "$top/ASSUMPTIONS.md" "$to/share/doc/hardbop/"
echo "installed hardbop in $to"
