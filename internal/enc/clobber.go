package enc

import "strconv"

// clobber makes all memory that pointers reach arbitrary, apart from constant objects.
func (m *pathMemory) clobber() {
	old := m.shared
	m.clobbers++
	m.shared = newSpace("all#" + strconv.Itoa(m.clobbers))
	m.shared.late = true
	m.shared.steps = union(m.shared.steps, m.r.used)
	for _, o := range m.objects {
		if o.own == old {
			o.own = m.shared
			if o.v != nil && o.v.Func == nil {
				m.initialise(o.v, o)
			}
		}
	}
}
