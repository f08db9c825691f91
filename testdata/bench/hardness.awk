# Says of each query in the lines of "hardbop paq solve -v" how many seconds it takes at most; a
# failure for want of time or memory counts as limit.
/^(solver|ldd|allsat|minterms|min)[^ ]* +[0-9.]+s / {
	file = $NF
	time = $2 + 0
	if (/failed: (timeout|memory|limit)/)
		time = limit
	if (time > most[file])
		most[file] = time
	seen[file] = 1
}
END {
	for (file in seen)
		printf "%.3f %s\n", most[file], file
}
