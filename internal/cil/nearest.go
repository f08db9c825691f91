package cil

import "hardbop/internal/source"

// nearestName returns the name that is most like name, or "" if none is close.
func nearestName(name string, names []string) string {
	if near := source.Nearest(name, names); len(near) > 0 {
		return near[0]
	}
	return ""
}
