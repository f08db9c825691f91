package replay

import "strings"

// withoutLong writes a program of the data model LLP64 for a compiler of LP64: long, which
// has 32 bits there, becomes int. All conversions are explicit in printed programs, and no
// two types meet that differ in nothing but this. long long and long double stay.
func withoutLong(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); {
		end := token(text, i)
		word := text[i:end]
		switch {
		case word == "long":
			next := follower(text, end)
			if follows := text[next:token(text, next)]; follows == "long" || follows == "double" {
				end = token(text, next)
				word += " " + follows
			} else {
				word = "int"
			}
		case word[0] >= '0' && word[0] <= '9':
			word = withoutSuffix(word)
		}
		b.WriteString(word)
		i = end
	}
	return b.String()
}

// withoutSuffix drops the L of a constant of type long.
func withoutSuffix(number string) string {
	if strings.HasSuffix(number, "L") && !strings.HasSuffix(number, "LL") && !strings.ContainsAny(number, ".pP") &&
		(strings.HasPrefix(number, "0x") || !strings.ContainsAny(number, "eE")) {
		return strings.TrimSuffix(number, "L")
	}
	return number
}

// follower returns where the token after the space at i begins.
func follower(text string, i int) int {
	for i < len(text) && text[i] == ' ' {
		i++
	}
	return i
}

// token returns the end of the token at i: a word or number, a literal, a comment, or one
// other character.
func token(text string, i int) int {
	switch c := byteAt(text, i); {
	case c == 0:
		return min(i+1, len(text))
	case isWord(c):
		for i < len(text) && (isWord(text[i]) || text[i] == '.') {
			i++
		}
		return i
	case c == '"' || c == '\'':
		return literalEnd(text, i)
	case strings.HasPrefix(text[i:], "/*"):
		if n := strings.Index(text[i+2:], "*/"); n >= 0 {
			return i + 2 + n + 2
		}
		return len(text)
	}
	return i + 1
}

func byteAt(text string, i int) byte {
	if i >= len(text) {
		return 0
	}
	return text[i]
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// literalEnd returns the end of the string or character literal at i.
func literalEnd(text string, i int) int {
	quote := text[i]
	for i++; i < len(text) && text[i] != quote; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return min(i+1, len(text))
}
