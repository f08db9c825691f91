package kinds_test

import (
	"strings"
	"testing"

	"hardbop/internal/entries/kinds"
)

func TestKnown(t *testing.T) {
	k := kinds.Known()
	for _, c := range []struct {
		tag, member string
		want        kinds.Member
	}{
		{"usb_driver", "probe", kinds.Member{Role: kinds.Init, Context: kinds.Process}},
		{"net_device_ops", "ndo_start_xmit", kinds.Member{Role: kinds.Run, Context: kinds.Atomic}},
		{"comedi_driver", "attach", kinds.Member{Role: kinds.Init, Context: kinds.Process, Undone: true}},
		{"urb", "complete", kinds.Member{Role: kinds.Run, Context: kinds.Interrupt}},
		{"usb_driver", "other", kinds.Member{Role: kinds.Run, Context: kinds.Process}},
		{"nobody_knows", "probe", kinds.Member{Role: kinds.Run, Context: kinds.Process}},
	} {
		if got := k.Member(c.tag, c.member); got != c.want {
			t.Errorf("%s.%s: got %v, want %v", c.tag, c.member, got, c.want)
		}
	}
	r, ok := k.Call("request_irq", 1)
	if !ok || len(r.Data) != 1 || r.Data[0] != (kinds.Pair{Arg: 4, Param: 1}) || r.Context != kinds.Interrupt || len(r.Ends) != 1 || r.Ends[0] != (kinds.End{Function: "free_irq", Arg: 1}) || r.Success != kinds.Zero {
		t.Errorf("request_irq: %+v %v", r, ok)
	}
	if _, ok := k.Call("request_irq", 0); ok {
		t.Error("the first argument of request_irq is no callback")
	}
	want := kinds.Gift{Function: "misc_register", Struct: "file", Member: "private_data", TableMember: "fops", End: "misc_deregister", Success: kinds.Zero}
	if gs := k.Gifts(); len(gs) < 5 || gs[0] != want {
		t.Errorf("gifts: %+v", gs)
	}
	if r, ok := k.Call("single_open", 1); !ok || r.Data[0] != (kinds.Pair{Arg: 2, Param: 0, Member: "private"}) {
		t.Errorf("single_open: %+v %v", r, ok)
	}
	if l, ok := k.Limit("file_operations", "read", 2); !ok || l != (kinds.Limit{Param: 2, High: 0x7ffff000}) {
		t.Errorf("limit: %+v %v", l, ok)
	}
	if _, ok := k.Limit("file_operations", "read", 1); ok {
		t.Error("the buffer has no limit")
	}
	if !k.Managed("devm_kzalloc") || k.Managed("kfree") || len(k.Memory()) < 5 || k.Memory()[0] != (kinds.Memory{Function: "kfree"}) {
		t.Errorf("memory: %v", k.Memory())
	}
	if os := k.Objects("timer_list"); len(os) < 3 || k.Function("timer_list") != "function" {
		t.Errorf("timers: %v", os)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"table":                       "expected table STRUCT",
		"\ntable s probe":             "line 2: \"probe\": expected MEMBER=ROLE",
		"table s probe=start":         "expected MEMBER=ROLE",
		"memory f frees":              "\"frees\": expected frees=N or managed",
		"memory f frees=-1":           "expected frees=N or managed",
		"memory f":                    "memory FUNCTION OPTION",
		"table s probe=init/nowhere":  "expected MEMBER=ROLE or MEMBER=ROLE/CONTEXT",
		"table s\ntable s":            "table s is here twice",
		"call f irq callback=x":       "expected callback=N",
		"call f irq callback=1 end=g": "end=FUNCTION/N",
		"role T maybe":                "expected ROLE",
		"call f irq data=3":           "expected data=ARGUMENT/PARAMETER",
		"object f s arg":              "expected arg=N",
		"object f s queue=q":          "queue=N",
		"forget f s of=":              "of=NAME",
		"call f irq stop=1":           "stop=FUNCTION/N",
		"gives f s table=1":           "expected STRUCT.MEMBER",
		"gives f s.m table=m":         "expected table=N",
		"gives f s.m by=1":            "by=FUNCTION/N",
		"limit s 1 0 1":               "expected STRUCT.MEMBER",
		"limit s.m 1 -1 1":            "expected a number",
		"limit s.m 1 0 0x80000000":    "expected a number",
		"limit s.m 1 2 1":             "2 is above 1",
		"what f":                      "expected table STRUCT",
	} {
		if _, err := kinds.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("table s probe=init/atomic remove=teardown")
	f.Add("call f irq callback=1 data=4/1 run=interrupt end=g/0 zero managed once")
	f.Add("object f s arg=0 member=m deref once\nforget g s arg=1 ends")
	f.Add("object f s arg=0 queue=1 once again until=t\nforget g s queue=0 runs stays\nforget h s of=m managed\ncall i x callback=1 stop=j/0 ptr last called=no")
	f.Add("gives f s.m table=m/0 by=g/1 data=n/2 end=h/0 managed zero\ncall f x callback=1 data=2/0.m")
	f.Add("starts f s.m data=0/0\nrole T run/any\nfinds f d o\nlimit s.m 1 0 0x10\nfunction s m # remark")
	f.Fuzz(func(t *testing.T, text string) {
		k, err := kinds.Parse(text)
		if (k == nil) == (err == nil) {
			t.Errorf("%q: %v, %v", text, k, err)
		}
	})
}
