//go:build !soak

package check

// sinceSeeds is the number of edits of TestSinceRandom.
const sinceSeeds = 5
