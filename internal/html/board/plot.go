package board

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"hardbop/internal/html"
	"hardbop/internal/suite"

	esc "html"
)

// This file draws the plots. Times are processor seconds on a logarithmic scale, from 0.01 up.

// Sizes of a plot, in pixels.
const (
	plotW, plotH        = 520, 330
	leftEdge, rightEdge = 46, 20
	topEdge, bottomEdge = 12, 40
	shortest            = 0.01 // seconds; what is faster lies there
)

// axis is a scale: logarithmic in seconds.
type axis struct{ low, high float64 } // powers of ten

// timeAxis covers the times, in whole powers of ten.
func timeAxis(times []float64) axis {
	a := axis{6, -1}
	for _, t := range times {
		l := math.Log10(min(max(t, shortest), 1e6))
		a.low, a.high = min(a.low, math.Floor(l)), max(a.high, math.Ceil(l))
	}
	a.low = min(a.low, a.high-1)
	return a
}

// at is where a time lies, from 0 to 1.
func (a axis) at(t float64) float64 {
	return (math.Log10(max(t, shortest)) - a.low) / (a.high - a.low)
}

func (a axis) ticks() []float64 {
	var list []float64
	for e := a.low; e <= a.high; e++ {
		list = append(list, math.Pow(10, e))
	}
	return list
}

// plot is a drawing in the making.
type plot struct{ strings.Builder }

func newPlot(label string) *plot {
	p := &plot{}
	fmt.Fprintf(p, `<svg class="plot" viewBox="0 0 %d %d" role="img" aria-label="%s">`, plotW, plotH, label)
	return p
}

func (p *plot) done() template.HTML {
	p.WriteString("</svg>")
	return template.HTML(p.String()) // what is not a number was escaped by text and title
}

// px and py are where a fraction of the width or height lies.
func px(f float64) float64 { return leftEdge + f*(plotW-leftEdge-rightEdge) }
func py(f float64) float64 { return topEdge + (1-f)*(plotH-topEdge-bottomEdge) }

func (p *plot) line(class string, x1, y1, x2, y2 float64) {
	fmt.Fprintf(p, `<path class="%s" d="M%.1f,%.1f L%.1f,%.1f"/>`, class, x1, y1, x2, y2)
}

func (p *plot) text(class string, x, y float64, anchor, text string) {
	fmt.Fprintf(p, `<text class="%s" x="%.1f" y="%.1f" text-anchor="%s">%s</text>`, class, x, y, anchor, esc.EscapeString(text))
}

// grid draws the lines of the times upwards, and with across those to the right.
func (p *plot) grid(a axis, across bool) {
	for _, t := range a.ticks() {
		label := fmt.Sprintf("%g s", t)
		p.line("grid", px(0), py(a.at(t)), px(1), py(a.at(t)))
		p.text("tick", px(0)-6, py(a.at(t))+4, "end", label)
		if across {
			p.line("grid", px(a.at(t)), py(0), px(a.at(t)), py(1))
			p.text("tick", px(a.at(t)), py(0)+16, "middle", label)
		}
	}
}

// solved lists the times of what was answered rightly, or has no expected answer but one, in order.
func solved(recs []*suite.Record) []float64 {
	var times []float64
	for _, r := range recs {
		if answered(r) {
			times = append(times, r.CPUS)
		}
	}
	slices.Sort(times)
	return times
}

func answered(r *suite.Record) bool {
	return r.Status == suite.Correct || r.Status == suite.Unrated && r.Verdict != "UNKNOWN" && r.Verdict != ""
}

// quantile draws how many tasks are solved within which time each.
func quantile(recs, against []*suite.Record) template.HTML {
	now, before := solved(recs), solved(against)
	if len(now)+len(before) == 0 {
		return ""
	}
	a := timeAxis(append(slices.Clone(now), before...))
	most := max(len(now), len(before), 1)
	p := newPlot("tasks solved, by the time for each")
	p.grid(a, false)
	step := niceStep(most)
	for n := 0; n <= most; n += step {
		p.text("tick", px(float64(n)/float64(most)), py(0)+16, "middle", fmt.Sprint(n))
	}
	p.text("axis", px(0.5), py(0)+33, "middle", "tasks solved, fastest first")
	p.curve("old", before, a, most)
	p.curve("new", now, a, most)
	return p.done()
}

// niceStep is a round number of which some five fit into n.
func niceStep(n int) int {
	for step := 1; ; step *= 10 {
		for _, k := range []int{1, 2, 5} {
			if n <= 6*k*step {
				return k * step
			}
		}
	}
}

func (p *plot) curve(class string, times []float64, a axis, most int) {
	if len(times) == 0 {
		return
	}
	fmt.Fprintf(p, `<path class="curve %s" d="M`, class)
	for i, t := range times {
		fmt.Fprintf(p, "%.1f,%.1f ", px(float64(i+1)/float64(most)), py(a.at(t)))
	}
	p.WriteString(`"/>`)
	last := times[len(times)-1]
	fmt.Fprintf(p, `<circle class="end %s" cx="%.1f" cy="%.1f" r="3"/>`, class, px(float64(len(times))/float64(most)), py(a.at(last)))
}

// scatter draws the tasks that both runs have, by their times.
func scatter(recs, against []*suite.Record) template.HTML {
	old := map[string]*suite.Record{}
	for _, r := range against {
		old[r.ID()] = r
	}
	var times []float64
	for _, r := range recs {
		if o := old[r.ID()]; o != nil {
			times = append(times, r.CPUS, o.CPUS)
		}
	}
	if len(times) == 0 {
		return ""
	}
	a := timeAxis(times)
	p := newPlot("time for each task, before and now")
	p.grid(a, true)
	p.line("equal", px(0), py(0), px(1), py(1))
	p.text("axis", px(0.5), py(0)+33, "middle", "before")
	for _, r := range recs {
		o := old[r.ID()]
		if o == nil {
			continue
		}
		class, _ := look(r)
		if answered(o) != answered(r) {
			class += " turned"
		}
		fmt.Fprintf(p, `<circle class="dot %s" cx="%.1f" cy="%.1f" r="3.5"><title>%s</title></circle>`, class, px(a.at(o.CPUS)), py(a.at(r.CPUS)),
			esc.EscapeString(html.Clean(fmt.Sprintf("%s: %s in %s s, before %s in %s s", r.ID(), r.Verdict, seconds(r.CPUS), o.Verdict, seconds(o.CPUS)))))
	}
	p.text("axis", px(0)+6, py(1)+12, "start", "now")
	return p.done()
}
