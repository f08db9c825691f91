package kinds

import (
	"fmt"
	"strings"
)

// Gift is what a call that registers a table of functions hands to them, before the first
// of them is called, in a member of an object that they get.
type Gift struct {
	Function string
	// Struct and Member are what the objects are and which member has it.
	Struct, Member string
	// Table is the argument that has the table: it points to it, or TableMember of what it
	// points to does.
	Table       int
	TableMember string
	// By is a call that stores the table, its argument ByArg, in TableMember; "" for none.
	By    string
	ByArg int
	// Data is the argument that is handed over, or DataMember of what it points to when the
	// object is made.
	Data       int
	DataMember string
	// End is the call that undoes it, with the data in argument EndArg; "" for none.
	End    string
	EndArg int
	// Managed and Within are as for a registration; all that is open ends with it.
	Managed, Within bool
	Success         Success
}

func (k *Kinds) gift(function, place string, args []string) error {
	tag, member, ok := strings.Cut(place, ".")
	if !ok {
		return fmt.Errorf("%q: expected STRUCT.MEMBER", place)
	}
	g := Gift{Function: function, Struct: tag, Member: member}
	for _, w := range args {
		if err := g.option(w); err != nil {
			return err
		}
	}
	k.gives = append(k.gives, g)
	return nil
}

func (g *Gift) option(w string) error {
	name, value, _ := strings.Cut(w, "=")
	word, num, ok := numbered(value)
	switch {
	case w == "managed":
		g.Managed = true
	case w == "within":
		g.Within = true
	case w == "zero" || w == "nt":
		g.Success = Success(w)
	case name == "table" && ok:
		g.TableMember, g.Table = word, num
	case name == "data" && ok:
		g.DataMember, g.Data = word, num
	case name == "by" && ok && word != "":
		g.By, g.ByArg = word, num
	case name == "end" && ok && word != "":
		g.End, g.EndArg = word, num
	default:
		return fmt.Errorf("%q: expected table=N, table=NAME/N, by=FUNCTION/N, data=N, data=NAME/N, end=FUNCTION/N, managed, within, zero or nt", w)
	}
	return nil
}

// Gifts returns what calls hand to functions of tables, in order.
func (k *Kinds) Gifts() []Gift { return k.gives }
