# Makes a compilation database of the output of "make -w" in one process.
BEGIN { printf "[" }
END { print "]" }
/Entering directory/ { n++; dir[n] = $NF; gsub(/['`]/, "", dir[n]); next }
/Leaving directory/ { n--; next }
/ -c / {
	sub(/ *(\|\|) .*/, "")
	if (!match($0, /[^ ]+\.c( |$)/))
		next
	file = substr($0, RSTART, RLENGTH)
	sub(/ $/, "", file)
	gsub(/\\/, "\\\\")
	gsub(/"/, "\\\"")
	printf "%s{\"directory\": \"%s\", \"file\": \"%s\", \"command\": \"%s\"}", comma, dir[n], file, $0
	comma = ",\n"
}
