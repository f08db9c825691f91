# Reads the lines and the table of "hardbop paq solve -v", prints the table, why queries failed,
# how many took a solver over a second, and where min fails though another solver doesn't.
function solver_line() { return $2 ~ /^[0-9.]+s$/ }
solver_line() {
	if (!($1 in why))
		names[++count] = $1
	why[$1] = why[$1] ""
	if (/ failed: /) {
		match($0, / failed: [a-z]+/)
		reason = substr($0, RSTART + 9, RLENGTH - 9)
		fails[$1, reason]++
		reasons[reason] = 1
		failed[$1, $NF] = 1
	} else
		solved[$NF] = solved[$NF] " " $1
	if ($2 + 0 > 1)
		over[$NF] = 1
	next
}
{ print }
END {
	for (reason in reasons)
		for (i = 1; i <= count; i++)
			if (fails[names[i], reason])
				lines[++n] = sprintf("%s: %d failed: %s", names[i], fails[names[i], reason], reason)
	for (i = 2; i <= n; i++)
		for (j = i; j > 1 && lines[j] < lines[j - 1]; j--) {
			t = lines[j]
			lines[j] = lines[j - 1]
			lines[j - 1] = t
		}
	for (i = 1; i <= n; i++)
		print lines[i]
	for (file in over)
		hard++
	print hard + 0 " queries took a solver over 1 s"
	for (file in solved)
		if (("min", file) in failed)
			print "min failed, but not" solved[file] ": " file
}
