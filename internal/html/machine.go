package html

import (
	"fmt"
	"html"
	"html/template"
	"slices"
	"strings"
	"unicode/utf8"

	"hardbop/internal/result"
)

// This file draws a rule's automaton: the states below each other, the violation last. Edges to the
// next state go straight down, others downwards are arcs on the right, those upwards arcs on the
// left, each in a lane of its own; what doesn't change the state is a loop on the right.

// Sizes of the drawing.
const (
	charW   = 7.3 // of a label, which is 12 pixels high
	stateH  = 30
	labelH  = 16
	gapH    = 30 // between two states, without labels
	laneW   = 26
	edgeTop = 10 // the radius of corners
	few     = 3  // labels of an edge
	crowd   = 8  // arcs; where there are more, edges have one label
)

// walk says where a trace goes through an automaton: for each edge, by its index, the numbers of
// the events.
type walk map[int][]int

// taken follows a trace's events through the automaton. Events that the rule doesn't care about,
// since they are about another object, change nothing and have no edge.
func taken(m *result.Machine, steps []result.Step) walk {
	w := walk{}
	t := track(&result.Rule{Machine: m})
	count, lastEvent := 0, -1
	for i, s := range steps {
		if s.Event {
			lastEvent = i
		}
	}
	for i, s := range steps {
		if !s.Event {
			continue
		}
		from := t.number()
		list, _ := changes(clean(s.Note))
		t.apply(list)
		to := t.number()
		if i == lastEvent {
			to = result.Violation
		}
		k := slices.IndexFunc(m.Edges, func(e result.Edge) bool { return e.From == from && e.To == to && e.Event == s.Text })
		if k < 0 || from == to && !s.Needed {
			continue
		}
		count++
		w[k] = append(w[k], count)
	}
	return w
}

// arc is the edges from one state to another.
type arc struct {
	from, to int // places in the drawing
	labels   []label
	title    string // the labels, if they are not written
	taken    bool
	lane     int
	y        int // of the first label
}

// label names an event, with its numbers on the path.
type label struct {
	text, numbers, title string
	taken                bool
	end                  bool // the end of the program
	absent               bool // the program doesn't have the function
}

// diagram is the drawing in the making.
type diagram struct {
	m           *result.Machine
	id          string
	boxes       int // states, what else there is, the violation
	arcs        []*arc
	top         []int // of each box
	width       int   // of the boxes
	left, right int   // where boxes begin and end
	lane0       int   // where the lanes on the right begin: what goes straight down has its labels before
	total       int   // width of the drawing
	height      int
	visited     []bool
	more, bad   int // the boxes of what else there is and of the violation; -1 if there is none
}

func draw(id string, m *result.Machine, w walk) template.HTML {
	d := &diagram{m: m, id: id, boxes: len(m.States)}
	d.collect(w)
	d.lay()
	return d.svg()
}

// collect makes the arcs. Those from a state to itself that the path doesn't take are left out:
// what changes nothing makes no picture clearer.
func (d *diagram) collect(w walk) {
	d.more, d.bad = d.extra(result.More), d.extra(result.Violation)
	d.visited = make([]bool, d.boxes)
	d.visited[d.m.Start] = len(w) > 0
	for k, e := range d.m.Edges {
		to := e.To
		switch to {
		case result.More:
			to = d.more
		case result.Violation:
			to = d.bad
		}
		on := len(w[k]) > 0
		if e.From == to && !on {
			continue
		}
		d.visited[to] = d.visited[to] || on
		d.arc(e.From, to).add(label{text: clean(e.Event), numbers: numbers(w[k]), title: clean(e.Message), taken: on,
			end: strings.HasPrefix(e.Event, "program."), absent: slices.Contains(d.m.Absent, e.Event)})
	}
}

// extra adds a box for what is no state, if an edge leads there.
func (d *diagram) extra(to int) int {
	if !slices.ContainsFunc(d.m.Edges, func(e result.Edge) bool { return e.To == to }) {
		return -1
	}
	d.boxes++
	return d.boxes - 1
}

// numbers writes the places of an edge on the path.
func numbers(list []int) string {
	var parts []string
	for i, n := range list {
		if i == 4 {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, fmt.Sprint(n))
	}
	return strings.Join(parts, ", ")
}

func (d *diagram) arc(from, to int) *arc {
	for _, a := range d.arcs {
		if a.from == from && a.to == to {
			return a
		}
	}
	a := &arc{from: from, to: to}
	d.arcs = append(d.arcs, a)
	return a
}

// add adds a label, once.
func (a *arc) add(l label) {
	a.taken = a.taken || l.taken
	for i, have := range a.labels {
		if have.text == l.text {
			if l.taken {
				a.labels[i] = l
			}
			return
		}
	}
	a.labels = append(a.labels, l)
}

// shorten keeps the labels that the path takes, that of the end of the program, and a few of the
// others, those first that the program has.
func (a *arc) shorten(n int) {
	slices.SortStableFunc(a.labels, func(x, y label) int { return rank(x) - rank(y) })
	for n < len(a.labels) && (a.labels[n].taken || a.labels[n].end) {
		n++
	}
	if len(a.labels) <= n+1 {
		return
	}
	var rest []string
	for _, l := range a.labels[n:] {
		rest = append(rest, l.text)
	}
	a.labels = append(a.labels[:n:n], label{text: fmt.Sprintf("and %d more", len(rest)), title: strings.Join(rest, ", ")})
}

func rank(l label) int {
	switch {
	case l.taken:
		return 0
	case l.end:
		return 1
	case !l.absent:
		return 2
	}
	return 3
}

// hush writes only the labels that the path takes, and tells the others where an arc is pointed at.
func (d *diagram) hush() {
	for _, a := range d.arcs {
		var texts []string
		for _, l := range a.labels {
			texts = append(texts, l.text)
		}
		a.title = strings.Join(texts, ", ")
		a.labels = slices.DeleteFunc(a.labels, func(l label) bool { return !l.taken })
	}
}

// width of a label in pixels.
func (l label) width() int {
	n := utf8.RuneCountInString(l.text)
	if l.numbers != "" {
		n += 2 + utf8.RuneCountInString(l.numbers)
	}
	return int(charW * float64(n))
}

func (a *arc) labelWidth() int {
	w := 0
	for _, l := range a.labels {
		w = max(w, l.width())
	}
	return w
}

// Sides of the drawing on which an arc lies.
const (
	between = iota
	rightSide
	leftSide
)

func (a *arc) side() int {
	switch {
	case a.to == a.from+1:
		return between
	case a.to < a.from:
		return leftSide
	}
	return rightSide
}

// lay gives everything its place.
func (d *diagram) lay() {
	n := few
	if len(d.arcs) > crowd {
		n = 1
	}
	for _, a := range d.arcs {
		a.shorten(n)
	}
	if walked := slices.Contains(d.visited, true); walked && n == 1 {
		d.hush()
	}
	d.lanes(leftSide)
	d.lanes(rightSide)
	d.top = make([]int, d.boxes)
	y := 10
	for i := range d.top {
		d.top[i] = y
		d.width = max(d.width, int(charW*float64(utf8.RuneCountInString(d.name(i))))+28)
		y += stateH + gapH + labelH*max(d.gapLabels(i)-1, 0)
	}
	d.height = d.top[d.boxes-1] + stateH + 12
	leftLabels, leftLanes := d.extent(leftSide)
	rightLabels, rightLanes := d.extent(rightSide)
	d.left = 8 + leftLabels + leftLanes*laneW
	d.right = d.left + d.width
	d.lane0 = d.right
	for _, a := range d.arcs {
		if a.side() == between {
			d.lane0 = max(d.lane0, d.left+d.width/2+14+a.labelWidth())
		}
	}
	d.total = d.lane0 + rightLanes*laneW + rightLabels + 12
	d.spread(leftSide)
	d.spread(rightSide)
}

// name of a box.
func (d *diagram) name(i int) string {
	switch i {
	case d.bad:
		return "violated"
	case d.more:
		return "and so on"
	}
	var parts []string
	for _, v := range d.m.States[i] {
		if v.Enum {
			parts = append(parts, clean(v.Value))
		} else {
			parts = append(parts, clean(v.Var+" = "+v.Value))
		}
	}
	return strings.Join(parts, ", ")
}

// lanes gives each arc of a side a lane: short ones lie inside.
func (d *diagram) lanes(side int) {
	var list []*arc
	for _, a := range d.arcs {
		if a.side() == side {
			list = append(list, a)
		}
	}
	slices.SortStableFunc(list, func(a, b *arc) int { return span(a) - span(b) })
	for i, a := range list {
		for _, b := range list[:i] {
			if a.overlaps(b) {
				a.lane = max(a.lane, b.lane+1)
			}
		}
	}
}

func span(a *arc) int { return max(a.to-a.from, a.from-a.to) }

func (a *arc) overlaps(b *arc) bool {
	return min(a.from, a.to) <= max(b.from, b.to) && min(b.from, b.to) <= max(a.from, a.to)
}

// gapLabels is how many lines the gap below box i has to hold.
func (d *diagram) gapLabels(i int) int {
	n := 0
	for _, a := range d.arcs {
		switch {
		case a.side() == between && a.from == i:
			n = max(n, len(a.labels))
		case a.side() == leftSide && span(a) == 1 && a.to == i:
			n = max(n, len(a.labels)-1)
		}
	}
	return n
}

// extent is the width of a side's labels, and its number of lanes.
func (d *diagram) extent(side int) (labels, lanes int) {
	for _, a := range d.arcs {
		if a.side() == side {
			labels, lanes = max(labels, a.labelWidth()+12), max(lanes, a.lane+1)
		}
	}
	return labels, lanes
}

// spread puts the labels of a side where none lies on another: the middle of the arc, or below.
func (d *diagram) spread(side int) {
	var list []*arc
	for _, a := range d.arcs {
		if a.side() == side {
			a.y = (d.middle(a.from)+d.middle(a.to))/2 + 4 - (len(a.labels)-1)*labelH/2
			list = append(list, a)
		}
	}
	slices.SortStableFunc(list, func(a, b *arc) int { return a.y - b.y })
	for i, a := range list {
		if i > 0 {
			before := list[i-1]
			a.y = max(a.y, before.y+len(before.labels)*labelH+4)
		}
		d.height = max(d.height, a.y+len(a.labels)*labelH)
	}
}

func (d *diagram) middle(i int) int { return d.top[i] + stateH/2 }

// svg writes the drawing. Its colours are the style's.
func (d *diagram) svg() template.HTML {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="machine" viewBox="0 0 %d %d" style="width:%dpx;min-width:%dpx" role="img" aria-label="the rule as an automaton">`, d.total, d.height, d.total, d.total*3/4)
	for _, kind := range []string{"", "-on"} {
		fmt.Fprintf(&b, `<defs><marker id="%s-tip%s" class="tip%s" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path d="M0,1 L9,5 L0,9 z"/></marker></defs>`, d.id, kind, kind)
	}
	for _, on := range []bool{false, true} { // what is taken lies on top
		for _, a := range d.arcs {
			if a.taken == on {
				d.edge(&b, a)
			}
		}
	}
	for _, a := range d.arcs {
		d.labels(&b, a)
	}
	for i := range d.top {
		d.box(&b, i)
	}
	b.WriteString("</svg>")
	return template.HTML(b.String()) // names are escaped by edge and box
}

func (d *diagram) box(b *strings.Builder, i int) {
	class := "state"
	switch i {
	case d.bad:
		class += " bad"
	case d.more:
		class += " more"
	}
	if d.visited[i] {
		class += " on"
	}
	fmt.Fprintf(b, `<g class="%s" data-n="%d">`, class, i)
	if i == d.m.Start {
		fmt.Fprintf(b, `<path class="start" d="M%d,%d v-8"/>`, d.left+d.width/2, d.top[i]-1)
	}
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" rx="15"/>`, d.left, d.top[i], d.width, stateH)
	fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="middle">%s</text></g>`, d.left+d.width/2, d.top[i]+stateH/2+4, html.EscapeString(d.name(i)))
}

// edge draws an arc.
func (d *diagram) edge(b *strings.Builder, a *arc) {
	class, tip := "edge", ""
	if a.taken {
		class, tip = "edge on", "-on"
	}
	shape, _, _ := d.shape(a)
	fmt.Fprintf(b, `<path class="%s" d="%s" marker-end="url(#%s-tip%s)">`, class, shape, d.id, tip)
	if a.title != "" {
		fmt.Fprintf(b, `<title>%s</title>`, html.EscapeString(a.title))
	}
	b.WriteString("</path>")
}

// labels writes the labels of an arc, over all lines.
func (d *diagram) labels(b *strings.Builder, a *arc) {
	_, x, anchor := d.shape(a)
	for k, l := range a.labels {
		class := "event"
		if l.taken {
			class = "event on"
		}
		fmt.Fprintf(b, `<text class="%s" x="%d" y="%d" text-anchor="%s">`, class, x, a.y+k*labelH, anchor)
		if l.title != "" {
			fmt.Fprintf(b, `<title>%s</title>`, html.EscapeString(l.title))
		}
		b.WriteString(html.EscapeString(l.text))
		if l.numbers != "" {
			fmt.Fprintf(b, `<tspan class="n" dx="8">%s</tspan>`, html.EscapeString(l.numbers))
		}
		b.WriteString("</text>")
	}
}

// shape is the line of an arc, and where its labels stand.
func (d *diagram) shape(a *arc) (path string, x int, anchor string) {
	from, to := d.middle(a.from), d.middle(a.to)
	switch a.side() {
	case between:
		x = d.left + d.width/2
		y := d.top[a.from] + stateH
		a.y = y + (d.top[a.to]-y-len(a.labels)*labelH)/2 + 11
		return fmt.Sprintf("M%d,%d V%d", x, y, d.top[a.to]-1), x + 12, "start"
	case leftSide:
		x = d.left - (a.lane+1)*laneW
		return fmt.Sprintf("M%d,%d H%d Q%d,%d %d,%d V%d Q%d,%d %d,%d H%d", d.left, from-5,
			x+edgeTop, x, from-5, x, from-5-edgeTop, to+5+edgeTop, x, to+5, x+edgeTop, to+5, d.left-1), x - 8, "end"
	}
	if a.from == a.to {
		x = d.right + laneW
		return fmt.Sprintf("M%d,%d C%d,%d %d,%d %d,%d", d.right, from-7, x+6, from-14, x+6, from+14, d.right+1, from+7), x + 8, "start"
	}
	x = d.lane0 + (a.lane+1)*laneW
	return fmt.Sprintf("M%d,%d H%d Q%d,%d %d,%d V%d Q%d,%d %d,%d H%d", d.right, from+5,
		x-edgeTop, x, from+5, x, from+5+edgeTop, to-5-edgeTop, x, to-5, x-edgeTop, to-5, d.right+1), x + 8, "start"
}
