package lts

import (
	"bufio"
	"fmt"
	"html"
	"io"

	"hardbop/internal/source"
)

// Sizes of a drawing, in pixels.
const (
	charWidth  = 8
	lineHeight = 14
	boxHeight  = 26
	boxGap     = 60
	layerGap   = 80
	margin     = 40
)

// maxDrawn bounds the states and transitions of a system that is drawn.
const maxDrawn = 5000

// WriteSVG draws the systems below each other. States lie in layers, by how many actions
// lead there; edges to the same layer or to an earlier one are curves.
// What is too large to be looked at is refused.
func WriteSVG(w io.Writer, all []*System) error {
	for _, s := range all {
		if n := len(s.States) + len(s.Trans); n > maxDrawn {
			return fmt.Errorf("%s has %d states and %d transitions, too many for a drawing: --dot writes them for Graphviz, --process draws a part", s.Name, len(s.States), len(s.Trans))
		}
	}
	out := bufio.NewWriter(w)
	var drawings []*drawing
	width, height := 0, 0
	for _, s := range all {
		d := newDrawing(s, height)
		drawings = append(drawings, d)
		width, height = max(width, d.width), height+d.height
	}
	fmt.Fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"monospace\" font-size=\"12\">\n", width, height)
	fmt.Fprintln(out, `<defs><marker id="arrow" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="8" markerHeight="8" orient="auto"><path d="M0,0 L10,5 L0,10 z"/></marker></defs>`)
	fmt.Fprintln(out, `<rect width="100%" height="100%" fill="white"/>`)
	for _, d := range drawings {
		d.write(out)
	}
	fmt.Fprintln(out, "</svg>")
	return out.Flush()
}

// box is where a state lies: its centre, and its width.
type box struct{ x, y, width int }

// drawing is a system with places.
type drawing struct {
	s             *System
	boxes         []box
	width, height int
	top           int
}

// newDrawing lays s out, from the height top on.
func newDrawing(s *System, top int) *drawing {
	d := &drawing{s: s, boxes: make([]box, len(s.States)), top: top}
	y := top + margin + 2*lineHeight
	for _, layer := range s.layers() {
		x := margin
		for _, i := range layer {
			w := charWidth*len(s.States[i].Name) + 16
			d.boxes[i] = box{x + w/2, y, w}
			x += w + boxGap
		}
		d.width = max(d.width, x+charWidth*s.longest())
		y += layerGap + lineHeight*s.lines()
	}
	d.height = y - top
	return d
}

// longest is the length of the longest name of an action, lines the most actions of an edge.
func (s *System) longest() int {
	n := 0
	for _, a := range s.Actions {
		n = max(n, len(a.Name))
	}
	return n
}

func (s *System) lines() int {
	n := 0
	for _, e := range s.edges() {
		n = max(n, len(e.labels))
	}
	return n
}

// layers lists the states by how many actions lead there from the first, each layer in the
// order of where it is reached from.
func (s *System) layers() [][]int {
	seen := make([]bool, len(s.States))
	seen[s.Init] = true
	from := make([][]int, len(s.States))
	for _, t := range s.Trans {
		from[t.From] = append(from[t.From], t.To)
	}
	var layers [][]int
	for layer := []int{s.Init}; len(layer) > 0; {
		layers = append(layers, layer)
		var next []int
		for _, i := range layer {
			for _, to := range from[i] {
				if !seen[to] {
					seen[to] = true
					next = append(next, to)
				}
			}
		}
		layer = next
	}
	return layers
}

func (d *drawing) write(out *bufio.Writer) {
	text(out, margin, d.top+lineHeight+4, "start", []string{d.s.Name})
	for _, e := range d.s.edges() {
		d.edge(out, e)
	}
	for i, b := range d.boxes {
		stroke := 1
		if i == d.s.Init {
			stroke = 2
		}
		fmt.Fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#eef\" stroke=\"black\" stroke-width=\"%d\"/>\n",
			b.x-b.width/2, b.y-boxHeight/2, b.width, boxHeight, stroke)
		text(out, b.x, b.y+4, "middle", []string{d.s.States[i].Name})
	}
}

// edge draws an edge with its labels.
func (d *drawing) edge(out *bufio.Writer, e *edge) {
	a, b := d.boxes[e.from], d.boxes[e.to]
	path, x, y := "", (a.x+b.x)/2+4, (a.y+b.y)/2
	switch {
	case e.from == e.to:
		right := a.x + a.width/2
		path = fmt.Sprintf("M%d,%d C%d,%d %d,%d %d,%d", right, a.y-6, right+36, a.y-20, right+36, a.y+20, right, a.y+6)
		x, y = right+30, a.y+4
	case b.y > a.y:
		path = fmt.Sprintf("M%d,%d L%d,%d", a.x, a.y+boxHeight/2, b.x, b.y-boxHeight/2)
	default:
		ax, bx := a.x+a.width/2, b.x+b.width/2
		bend := max(ax, bx) + 40 + (a.y-b.y)/6
		path = fmt.Sprintf("M%d,%d C%d,%d %d,%d %d,%d", ax, a.y, bend, a.y, bend, b.y, bx, b.y)
		x = bend - 8
	}
	fmt.Fprintf(out, "<path d=\"%s\" fill=\"none\" stroke=\"#555\" marker-end=\"url(#arrow)\"/>\n", path)
	text(out, x, y, "start", e.labels)
}

// text writes lines, in which nothing acts on a viewer.
func text(out *bufio.Writer, x, y int, anchor string, lines []string) {
	for k, l := range lines {
		fmt.Fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>\n", x, y+k*lineHeight, anchor, html.EscapeString(source.Printable(l)))
	}
}
