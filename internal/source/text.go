package source

import (
	"bytes"
	"fmt"
)

// signatures are how files begin that aren't texts.
var signatures = []struct{ begin, what string }{
	{"\x7fELF", "an ELF object"},
	{"!<arch>\n", "an archive of objects"},
	{"!<thin>\n", "an archive of objects"},
	{"\x1f\x8b", "compressed by gzip"},
	{"\xfd7zXZ\x00", "compressed by xz"},
	{"\x28\xb5\x2f\xfd", "compressed by zstd"},
	{"PK\x03\x04", "a zip archive"},
	{"MZ\x90\x00", "a Windows program"},
	{"\xcf\xfa\xed\xfe", "a Mach-O object"},
	{"BC\xc0\xde", "LLVM bitcode"},
	{"\xff\xfe", "in UTF-16, and expected in ASCII or UTF-8"},
	{"\xfe\xff", "in UTF-16, and expected in ASCII or UTF-8"},
}

// Signature says what a file is that begins like no text; "" if it may be one.
func Signature(data []byte) string {
	for _, s := range signatures {
		if bytes.HasPrefix(data, []byte(s.begin)) {
			return s.what
		}
	}
	return ""
}

// NotText says what is in a file that isn't a text; "" if it is one.
func NotText(data []byte) string {
	if what := Signature(data); what != "" {
		return what
	}
	if at := bytes.IndexByte(data, 0); at >= 0 {
		return fmt.Sprintf("it has a zero byte in line %d", 1+bytes.Count(data[:at], []byte("\n")))
	}
	return ""
}

// ReadText is [ReadRegular] for what people write: a file that isn't a text is an error.
func ReadText(name string) ([]byte, error) {
	data, err := ReadRegular(name)
	if err != nil {
		return nil, err
	}
	if what := NotText(data); what != "" {
		return nil, fmt.Errorf("not a text file: %s", what)
	}
	return data, nil
}
