package environ

import (
	"fmt"

	"hardbop/internal/cil"
	"hardbop/internal/entries/find"
	"hardbop/internal/entries/kinds"
)

// What is different for drivers of Windows: one driver object goes to all that take one,
// and each dispatch routine gets a new IRP, whose stack location has the major function
// that is the index in the table.

const (
	driverTag = "_DRIVER_OBJECT"
	deviceTag = "_DEVICE_OBJECT"
	irpTag    = "_IRP"
	stackTag  = "_IO_STACK_LOCATION"
)

// driverGroup is what DriverEntry and DriverUnload belong to: the driver object is alive
// from start to end.
func (p *plan) driverGroup() *group {
	g := &group{name: "driver", unit: p.first(), always: true}
	if p.entry != nil {
		if c, ok := pointee(firstParam(p.entry)); ok && c.Tag == driverTag {
			g.handles = []*cil.CompType{c}
		}
	}
	return g
}

func firstParam(c *find.Candidate) cil.Type {
	if len(c.Func.Type.Params) == 0 {
		return cil.Void
	}
	return c.Func.Type.Params[0]
}

// irpArgument returns a new IRP for m.
func (w *writer) irpArgument(g *group, m *member) string {
	if !w.declared["hardbop_new_irp"] {
		w.declared["hardbop_new_irp"] = true
		w.declare("extern void hardbop_request_begin(const struct _IRP *);")
		w.decls = append(w.decls, newIRP)
	}
	major := "__VERIFIER_nondet_uchar()"
	if m.use.Member == "MajorFunction" && m.use.Index >= 0 {
		major = fmt.Sprint(m.use.Index)
	} else {
		w.nondet(&cil.IntType{Kind: cil.UChar})
	}
	device := "(struct " + deviceTag + " *)0"
	if v := g.handed(-2, &cil.PtrType{Elem: &cil.CompType{Tag: deviceTag}}); v != "" {
		device = v
	}
	return fmt.Sprintf("hardbop_new_irp(%s, %s)", major, device)
}

// newIRP makes an IRP with three stack locations, of which the last is the current one, and
// tells rules of it.
const newIRP = `
static struct _IRP *hardbop_new_irp(unsigned char major, struct _DEVICE_OBJECT *device)
{
	struct _IRP *irp = malloc(sizeof(struct _IRP));
	struct _IO_STACK_LOCATION *stack = malloc(3 * sizeof(struct _IO_STACK_LOCATION));

	__VERIFIER_assume(irp != 0);
	__VERIFIER_assume(stack != 0);
	stack[2].MajorFunction = major;
	stack[2].DeviceObject = device;
	stack[2].Control = 0;
	irp->StackCount = 3;
	irp->CurrentLocation = 3;
	irp->Tail.Overlay.CurrentStackLocation = stack + 2;
	irp->PendingReturned = 0;
	irp->Cancel = 0;
	irp->CancelRoutine = 0;
	hardbop_request_begin(irp);
	return irp;
}
`

// irps reports whether the unit can make IRPs: it knows their struct.
func (w *writer) irps() bool {
	n := 0
	for _, c := range w.plan.units[w.unit].Prog.Comps {
		if (c.Tag == irpTag || c.Tag == stackTag) && c.Defined {
			n++
		}
	}
	return n == 2
}

// unloads returns the condition for the driver to be unloaded; "" for none.
func (w *writer) unloads() string {
	for _, g := range w.plan.groups {
		for _, s := range g.slots {
			if c, ok := pointee(s.values[0].typ); ok && c.Tag == deviceTag && s.unit == w.unit && s.values[0].param < 0 {
				return "!" + s.name
			}
		}
	}
	return ""
}

// outer makes a member of the functions that run first and last.
func outer(c *find.Candidate) *member {
	return &member{cand: c, use: c.Uses[0], kind: kinds.Member{Role: kinds.Run, Context: kinds.Process}}
}

// windows writes the call of a dispatch, start or cancel routine, with what the I/O manager
// does around it and with the calls that tell rules of it; false for other functions.
func (w *writer) windows(g *group, m *member, call string, args []string) bool {
	if len(args) != 2 || pointsTo(m.cand.Func, 0) != deviceTag || pointsTo(m.cand.Func, 1) != irpTag {
		return false
	}
	device, irp := args[0], args[1]
	switch {
	case m.use.Member == "MajorFunction" || m.use.Text == "DRIVER_DISPATCH":
		w.declare("extern void hardbop_dispatch_begin(const struct _DEVICE_OBJECT *, const struct _IRP *);")
		w.declare("extern void hardbop_dispatch_end(const struct _DEVICE_OBJECT *, const struct _IRP *, long);")
		w.line("hardbop_dispatch_begin(%s, %s);", device, irp)
		w.line("hardbop_dispatch_end(%s, %s, %s);", device, irp, call)
	case m.use.Member == "DriverStartIo" || m.use.Text == "DRIVER_STARTIO":
		w.declare("extern void hardbop_start_io_begin(const struct _DEVICE_OBJECT *, const struct _IRP *);")
		w.declare("extern void hardbop_start_io_end(void);")
		w.line("hardbop_start_io_begin(%s, %s);", device, irp)
		w.line("%s;", call)
		w.line("hardbop_start_io_end();")
	case m.use.Member == "CancelRoutine" || m.use.Text == "DRIVER_CANCEL" || g.registration != nil && g.registration.Meaning == "cancel":
		w.declare("extern void IoAcquireCancelSpinLock(unsigned char *);")
		w.line("(%s)->Cancel = 1;", irp)
		w.line("(%s)->CancelRoutine = 0;", irp)
		w.line("IoAcquireCancelSpinLock(&(%s)->CancelIrql);", irp)
		w.line("%s;", call)
	default:
		return false
	}
	return true
}

// declare has a declaration written once.
func (w *writer) declare(d string) {
	if !w.declared[d] {
		w.declared[d] = true
		w.decls = append(w.decls, d)
	}
}
