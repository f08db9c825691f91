#!/bin/sh
# Makes a benchmark of predicate abstraction queries from real programs and measures the solvers
# with it, as docs/paq-benchmark.md explains. All that it makes is in the folder OUT.
#
#   paq.sh bash OUT                      get the source of bash and build it (Debian; asks its mirror)
#   paq.sh dump OUT NAME TREE < FILES    the queries of each function of C files of a tree with a
#                                        compilation database
#   paq.sh suite OUT NAME DIR            the same for each C file of a folder, without a database
#   paq.sh choose OUT COUNT LIMIT        solve all with the limit of time, keep the COUNT hardest
#   paq.sh solve OUT LIMIT               solve those that were kept, by each solver, and print tables
#
# HARDBOP is the command hardbop, DUMP has more options of "hardbop paq dump", SOLVERS is a list of
# solvers, JOBS how many queries are solved side by side, MEMORY the limit of memory.
set -eu

hardbop=${HARDBOP:-hardbop}
jobs=${JOBS:-1}
memory=${MEMORY:-512M}
solvers=${SOLVERS:-allsat,ldd-static,ldd-dynamic,min}
here=$(cd "$(dirname "$0")" && pwd)

usage() {
	sed -n '2,/^set/s/^# \{0,1\}//p' "$0" | sed '$d' >&2
	exit 3
}

# sources writes the machine's sources of packages as ones of source packages.
sources() {
	mkdir -p "$1"
	for f in /etc/apt/sources.list.d/*.sources; do
		if [ -e "$f" ]; then
			sed 's/^Types:.*/Types: deb-src/' "$f" >"$1/$(basename "$f")"
		fi
	done
	cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null | sed -n 's/^deb /deb-src /p' >"$1/old.list" || true
}

# get_bash gets the source and builds it; the build says how files are compiled.
get_bash() {
	apt=$out/apt
	mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
	sources "$apt/sources"
	set -- -q -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$apt/sources" \
		-o "Dir::State::lists=$apt/lists" -o "Dir::Cache=$apt/cache"
	apt-get "$@" update
	(cd "$out" && rm -rf bash-[0-9]* bash && apt-get "$@" source bash && mv bash-[0-9]* bash)
	cd "$out/bash"
	./configure --without-bash-malloc CC=gcc >configure.log
	make -w RM=: CC=gcc >make.log 2>make.err # RM=: keeps the C files that are made from others
	awk -f "$here/compdb.awk" make.log >compile_commands.json
	awk -F'"' 'NF > 8 { print $4 "/" $8 }' compile_commands.json | sed "s|^$out/bash/||" | sort -u >files.txt
	echo "$(wc -l <files.txt) files of bash"
}

# dump_file writes the queries of one file. A file that takes long, or that can't be read, has those
# that were made so far.
dump_file() {
	file=$1
	shift
	dir=$out/queries/$name/$(echo "$file" | tr / _)
	# shellcheck disable=SC2086 # DUMP is a list
	if ! timeout 120 "$hardbop" paq dump --all-functions --havoc-calls --min-preds 10 ${DUMP:-} -o "$dir" "$@" "$file" 2>"$out/error"; then
		echo "$name/$file: $(head -n 1 "$out/error")"
	fi >>"$out/dump.log"
}

# dump_tree writes the queries of the files that are listed.
dump_tree() {
	cd "$1"
	while read -r file rest; do
		case $file in
		'' | '#'*) ;;
		*) dump_file "$file" -p . </dev/null ;;
		esac
	done
	count_queries
}

# dump_suite writes the queries of the C files of a folder.
dump_suite() {
	cd "$1"
	for file in *.c; do
		dump_file "$file"
	done
	count_queries
}

count_queries() {
	find "$out/queries/$name" -name '*.smt2' | wc -l | sed "s/^ */$name: /; s/\$/ queries/"
}

# run solves the queries that are listed, and writes a line for each query and solver.
run() {
	status=0
	# shellcheck disable=SC2046 # names without spaces
	"$hardbop" paq solve -v -j "$jobs" --memory "$memory" --timeout "$1" --solver "$2" $(cat) || status=$?
	case $status in 0 | 2) ;; *) exit $status ;; esac
}

# choose keeps the queries that take some solver longest; a failure for want of time counts as the
# limit, a refusal as the time that it took.
choose() {
	cd "$out"
	find queries -name '*.smt2' | sort >all.txt
	run "$2" allsat,ldd-static <all.txt >sort.txt
	awk -v limit="${2%s}" -f "$here/hardness.awk" sort.txt | sort -k1,1nr -k2,2 | head -n "$1" >hardness.txt
	awk '{ print $2 }' hardness.txt | sort >chosen.txt
	echo "$(wc -l <chosen.txt) of $(wc -l <all.txt) queries"
}

solve() {
	cd "$out"
	run "$1" "$solvers" <chosen.txt >runs.txt
	awk -f "$here/table.awk" runs.txt
}

[ $# -ge 2 ] || usage
step=$1
mkdir -p "$2"
out=$(cd "$2" && pwd)
shift 2
case $step-$# in
bash-0) get_bash ;;
dump-2) name=$1 && dump_tree "$2" ;;
suite-2) name=$1 && dump_suite "$2" ;;
choose-2) choose "$1" "$2" ;;
solve-1) solve "$1" ;;
*) usage ;;
esac
