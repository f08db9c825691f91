#!/bin/sh
# Makes sure that what the demo needs is on this machine: a C compiler and the Z3 library;
# with the argument "tutorials" also mingw-w64, whose compiler and headers the drivers for
# Windows are tried with, and the headers of a kernel, for modules; with "tests" besides these the command z3, which reads the queries that are written, npm, which
# brings the schema of SARIF, chromium, which opens pages, Slurm, which suites run on, mandoc, which reads
# manual pages, zsh and fish, whose completion is tried, and python3, which BenchExec's module is
# written for. As root on Debian or Ubuntu it installs what is missing;
# otherwise it prints the command that does, and fails.
set -eu

packages=

have_z3() {
	for dir in /usr/lib /usr/lib64 /usr/local/lib /usr/lib/*-linux-* /lib/*-linux-*; do
		for lib in "$dir"/libz3.so*; do
			[ -e "$lib" ] && return 0
		done
	done
	# The loader may know another folder.
	command -v ldconfig >/dev/null 2>&1 && ldconfig -p | grep -q 'libz3\.so'
}

# A compiler without the C library's headers builds nothing with cgo.
have_cc() {
	command -v gcc >/dev/null 2>&1 && echo '#include <stdlib.h>' | gcc -E - >/dev/null 2>&1
}

have_mingw() {
	command -v x86_64-w64-mingw32-gcc >/dev/null 2>&1 && [ -e /usr/share/mingw-w64/include/ddk/wdm.h ]
}

# Headers of a kernel, with what builds modules.
have_headers() {
	for dir in /lib/modules/*/build; do
		[ -e "$dir/include/generated/autoconf.h" ] && return 0
	done
	return 1
}

# Daemons may lie where only root looks.
have_slurm() {
	PATH="$PATH:/usr/sbin:/sbin"
	for name in munged slurmctld slurmd sbatch; do
		command -v "$name" >/dev/null 2>&1 || return 1
	done
}

if ! command -v go >/dev/null 2>&1; then
	echo "ensure-deps: Go is missing: install Go 1.26 or newer from https://go.dev/dl/" >&2
	exit 1
fi
have_cc || packages="$packages gcc libc6-dev"
have_z3 || packages="$packages libz3-4"
if [ "${1:-}" = tests ] || [ "${1:-}" = tutorials ]; then
	have_mingw || packages="$packages gcc-mingw-w64-x86-64-win32 mingw-w64-x86-64-dev"
	have_headers || packages="$packages make linux-headers-$(dpkg --print-architecture 2>/dev/null || echo generic)"
fi
if [ "${1:-}" = tests ]; then
	command -v z3 >/dev/null 2>&1 || packages="$packages z3"
	command -v npm >/dev/null 2>&1 || packages="$packages npm"
	command -v python3 >/dev/null 2>&1 || packages="$packages python3"
	(have_slurm) || packages="$packages slurm-wlm munge"
	command -v chromium >/dev/null 2>&1 || packages="$packages chromium fonts-dejavu-core"
	for tool in mandoc zsh fish; do
		command -v $tool >/dev/null 2>&1 || packages="$packages $tool"
	done
fi
[ -z "$packages" ] && exit 0

install="apt-get update && apt-get install -y --no-install-recommends$packages"
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
	echo "ensure-deps: installing$packages" >&2
	log=$(mktemp)
	trap 'rm -f "$log"' EXIT
	export DEBIAN_FRONTEND=noninteractive
	# shellcheck disable=SC2086 # a list of packages
	if apt-get update >"$log" 2>&1 && apt-get install -y --no-install-recommends $packages >>"$log" 2>&1; then
		exit 0
	fi
	tail -n 20 "$log" >&2
	echo "ensure-deps: the installation failed" >&2
	exit 1
fi
echo "ensure-deps: missing:$packages" >&2
echo "On Debian or Ubuntu, run as root:" >&2
echo "    $install" >&2
exit 1
