//go:build soak

package mutant

// plants says that Kill plants faults.
const plants = true
