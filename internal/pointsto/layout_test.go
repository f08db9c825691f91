package pointsto

import (
	"testing"

	"hardbop/internal/cfront"
)

// TestRoom: an array of bytes has room for what fits into it and the bytes behind it, and
// if it is in a row of structs, for all.
func TestRoom(t *testing.T) {
	for text, want := range map[string]int64{
		"char x[7]; struct { int n; char a[7]; } v;":                            7,
		"struct { int n; char a[3][5]; } v;":                                    15,
		"struct { int n; char a[7]; unsigned char b; char c[2]; int d; } v;":    10,
		"struct { int n; char a[7]; int b; char c[2]; } v;":                     7,
		"struct { int n; char a[7]; } v[2];":                                    many,
		"struct { int n; struct { char a[7]; } s[3]; int m; } v;":               many,
		"struct { int n; struct { struct { char a[7]; } s; } r[3]; int m; } v;": many,
		"struct { int n; char a[7]; char rest[]; } v;":                          many,
	} {
		prog, err := cfront.Load([]cfront.File{{Name: "t.c", Text: []byte(text)}}, cfront.Config{Whole: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range prog.Globals {
			if v.Name != "v" {
				continue
			}
			if got := newLayout(v.Type, false).room(1); got != want {
				t.Errorf("%s: %d, want %d", text, got, want)
			}
		}
	}
}
