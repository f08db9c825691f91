package witness

import (
	"regexp"
	"strconv"
	"strings"
)

// Lines relates the lines of a text to those that #line and line markers give them.
type Lines struct {
	name string
	own  map[counted][]int // the lines of the text with the number
	as   []counted         // of each line of the text
}

// counted is a line as a directive counts it.
type counted struct {
	file string
	line int
}

var lineMarker = regexp.MustCompile(`^[ \t]*#[ \t]*(?:line[ \t]+)?(\d+)(?:[ \t]+"((?:[^"\\]|\\.)*)")?`)

// NewLines reads the line markers of the text of a file.
func NewLines(name, text string) *Lines {
	l := &Lines{name: name, own: map[counted][]int{}}
	at := counted{name, 0}
	for i, line := range strings.Split(text, "\n") {
		at.line++
		l.as = append(l.as, at)
		m := lineMarker.FindStringSubmatch(line)
		if m == nil {
			l.own[at] = append(l.own[at], i+1)
		} else {
			n, _ := strconv.Atoi(m[1])
			if at.line = n - 1; m[2] != "" {
				at.file = m[2]
			}
		}
	}
	return l
}

// In returns the lines of the text that are counted as that line of a file: there may be several.
func (l *Lines) In(file string, line int) []int { return l.own[counted{file, line}] }

// As returns how a line of the text is counted.
func (l *Lines) As(line int) (string, int) {
	if line < 1 || line > len(l.as) {
		return l.name, line
	}
	return l.as[line-1].file, l.as[line-1].line
}
