//go:build soak

package check

const snapshotStep = 1
