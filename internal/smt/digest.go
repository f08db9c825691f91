package smt

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
)

// Digest identifies a term by its structure, across factories and runs.
type Digest [sha256.Size]byte

// Digest returns the digest of t. It is remembered with the term.
func (t Term) Digest() Digest {
	if d := t.n.digest.Load(); d != nil {
		return *d
	}
	h := sha256.New()
	n := t.n
	var head [17]byte
	head[0] = byte(n.op)
	binary.LittleEndian.PutUint32(head[1:], uint32(n.p0))
	binary.LittleEndian.PutUint32(head[5:], uint32(n.p1))
	binary.LittleEndian.PutUint64(head[9:], uint64(len(n.args)))
	h.Write(head[:])
	writeText(h, n.sort.String())
	writeText(h, n.name)
	writeText(h, n.val.String())
	for i, a := range n.args {
		if n.coefs != nil {
			writeText(h, n.coefs[i].String())
		}
		d := a.Digest()
		h.Write(d[:])
	}
	d := Digest(h.Sum(nil))
	n.digest.Store(&d)
	return d
}

// writeText adds s to h so that its end can be told.
func writeText(h hash.Hash, s string) {
	var size [8]byte
	binary.LittleEndian.PutUint64(size[:], uint64(len(s)))
	h.Write(size[:])
	h.Write([]byte(s))
}
