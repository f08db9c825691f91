#!/bin/sh
# Makes a release, dist/hardbop-VERSION-linux-ARCH.tar.gz: the same bytes from the same commit with the
# same Go and C compilers. Its bin/hardbop is static, so that it starts everywhere; it goes on as
# libexec/hardbop/hardbop, which can open Z3's library, where that one starts.
set -eu
cd "$(dirname "$0")/.."
go=${GO:-go}
commit=$(scripts/commit.sh)
arch=$($go env GOARCH)
flags="-trimpath -buildvcs=false"
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT

# shellcheck disable=SC2086 # a list of flags
{
	CGO_ENABLED=0 $go build $flags -ldflags "-s -w -buildid= -X main.builtFrom=$commit" -o "$build/static" ./cmd/hardbop
	CGO_ENABLED=1 $go build $flags -ldflags "-s -w -buildid= -X main.builtFrom=$commit" -o "$build/whole" ./cmd/hardbop
}
version=$("$build/static" version | sed -n '1s/^hardbop \([^ ]*\).*/\1/p')
name=hardbop-$version-linux-$arch
scripts/install.sh "$build/static" "$build/$name" >/dev/null
mkdir -p "$build/$name/libexec/hardbop"
cp "$build/whole" "$build/$name/libexec/hardbop/hardbop"
mv "$build/$name/share/doc/hardbop/README.md" "$build/$name/share/doc/hardbop/LICENSE" "$build/$name"
cp scripts/install-release.sh "$build/$name/install.sh"

# The time of the commit, so that the archive says nothing else of when it was made.
time=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
find "$build/$name" -type d -exec chmod 755 {} +
find "$build/$name" -type f -exec chmod 644 {} +
chmod 755 "$build/$name/bin/hardbop" "$build/$name/libexec/hardbop/hardbop" "$build/$name/install.sh"
dist=${DIST:-dist}
mkdir -p "$dist"
tar -C "$build" --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner --format=gnu -cf - "$name" | gzip -9n >"$dist/$name.tar.gz"
(cd "$dist" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
echo "$dist/$name.tar.gz"
