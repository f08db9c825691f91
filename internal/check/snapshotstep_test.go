//go:build !soak

package check

// snapshotStep is how many programs of the suites there are for one that is tried.
const snapshotStep = 25
