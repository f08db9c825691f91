package manpage

import "testing"

// Text of any kind comes out as text: nothing in it is a request or an escape.
func TestText(t *testing.T) {
	w := &Writer{}
	w.Title("tool-x", "tool 1", `a "brief" \n one`)
	w.Paragraph(".SH no\n'no\na\\fBb -x\n\nend")
	w.Item("--opt V", "means\n.TP")
	want := `.TH TOOL\-X 1 "" "tool 1" "User Commands"
.SH "NAME"
tool\-x \- a "brief" \en one
.PP
\&.SH no
\&\(aqno
a\efBb \-x
.sp
end
.TP
\fB\-\-opt V\fR
means
\&.TP
`
	if got := w.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestMarkdown(t *testing.T) {
	w := &Writer{}
	w.Markdown("# title\n\n```\nsynopsis\n```\n\nSome `code`, *a* [link](x.md).\nMore.\n\n| option | meaning |\n|---|---|\n| `-x` | y |\n\n## Part `two`\n\n- one\n  more\n- two\n\n```console\n$ x\n.y\n```\n\n| code | is |\n|---|---|\n| `a\\|b` | c |\n")
	want := `.SH "DETAILS"
Some \fBcode\fR, \fIa\fR link.
More.
.SH "PART TWO"
.IP \(bu 4
one
more
.IP \(bu 4
two
.PP
.nf
.RS 4
$ x
\&.y
.RE
.fi
.TP
\fBa|b\fR
c
`
	if got := w.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
