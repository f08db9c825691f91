package witness

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// SHA256 is the hash of a file's text as witnesses have it.
func SHA256(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Write writes e as a file. Its uuid is made from all the rest, so that the same witness has the
// same one.
func Write(w io.Writer, e *Entry) error {
	body := e.text("00000000-0000-0000-0000-000000000000")
	_, err := io.WriteString(w, e.text(uuidOf(body)))
	return err
}

// uuidOf makes a UUID of the version for such (8, RFC 9562) from a hash of text.
func uuidOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80
	h := hex.EncodeToString(sum[:16])
	return strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")
}

// text is e in YAML with the uuid.
func (e *Entry) text(uuid string) string {
	p := &printer{}
	m, t := e.Metadata, e.Metadata.Task
	p.line("- entry_type: %s", quoted(e.Type))
	p.line("  metadata:")
	p.line("    format_version: %s", quoted(m.FormatVersion))
	p.line("    uuid: %s", quoted(uuid))
	p.line("    creation_time: %s", quoted(m.CreationTime))
	p.line("    producer:")
	p.line("      name: %s", quoted(m.Producer.Name))
	p.line("      version: %s", quoted(m.Producer.Version))
	p.optional("      configuration: %s", m.Producer.Configuration)
	p.optional("      command_line: %s", m.Producer.CommandLine)
	p.line("    task:")
	p.line("      input_files:")
	for _, f := range t.InputFiles {
		p.line("        - %s", quoted(f))
	}
	p.line("      input_file_hashes:")
	for _, h := range t.Hashes {
		p.line("        %s: %s", quoted(h.File), quoted(h.SHA256))
	}
	p.line("      specification: %s", quoted(t.Specification))
	p.line("      data_model: %s", quoted(t.DataModel))
	p.line("      language: %s", quoted(t.Language))
	p.content(e)
	return p.String()
}

// printer collects lines.
type printer struct{ strings.Builder }

func (p *printer) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

func (p *printer) optional(format, value string) {
	if value != "" {
		p.line(format, quoted(value))
	}
}

func (p *printer) content(e *Entry) {
	if len(e.Segments)+len(e.Invariants) == 0 {
		p.line("  content: []")
		return
	}
	p.line("  content:")
	for _, s := range e.Segments {
		p.line("    - segment:")
		for _, w := range s {
			p.waypoint(w)
		}
	}
	for _, i := range e.Invariants {
		p.line("    - invariant:")
		p.line("        type: %s", quoted(i.Type))
		p.location("        ", i.At)
		p.line("        value: %s", quoted(i.Value))
		p.line("        format: \"c_expression\"")
	}
}

func (p *printer) waypoint(w Waypoint) {
	p.line("        - waypoint:")
	p.line("            type: %s", quoted(w.Type))
	p.line("            action: %s", quoted(w.Action))
	p.location("            ", w.At)
	if w.Value == "" {
		return
	}
	p.line("            constraint:")
	p.line("              value: %s", quoted(w.Value))
	if w.Type != Branching {
		p.line("              format: \"c_expression\"")
	}
}

func (p *printer) location(indent string, l Location) {
	p.line("%slocation:", indent)
	p.line("%s  file_name: %s", indent, quoted(l.File))
	p.line("%s  line: %d", indent, l.Line)
	if l.Col > 0 {
		p.line("%s  column: %d", indent, l.Col)
	}
	p.optional(indent+"  function: %s", l.Func)
}

// quoted is s as JSON has it, which YAML reads too.
func quoted(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(strings.ToValidUTF8(s, "\uFFFD")); err != nil {
		panic("witness: " + err.Error())
	}
	return inert.Replace(strings.TrimSuffix(b.String(), "\n"))
}

// inert escapes what JSON leaves as it is and what could act on a terminal, or YAML doesn't read.
var inert = strings.NewReplacer(escapes()...)

func escapes() []string {
	var list []string
	for _, r := range [][2]rune{{0x7f, 0x9f}, {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x2069}, {0xfeff, 0xfeff}, {0xfffe, 0xffff}} {
		for c := r[0]; c <= r[1]; c++ {
			list = append(list, string(c), fmt.Sprintf(`\u%04x`, c))
		}
	}
	return list
}
