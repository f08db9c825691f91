//go:build soak

package check

const sinceSeeds = 300
