#!/bin/sh
# Prints the commit of the checkout, with "-changed" behind it if files differ from it;
# "unknown" where there is no git or no checkout.
cd "$(dirname "$0")/.." || exit 1
name=$(git rev-parse HEAD 2>/dev/null) || { echo unknown; exit 0; }
[ -z "$(git status --porcelain --untracked-files=no 2>/dev/null)" ] || name=$name-changed
echo "$name"
