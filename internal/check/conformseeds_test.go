//go:build !soak

package check

// conformSeeds is how many programs are compared with a search.
const conformSeeds = 30
