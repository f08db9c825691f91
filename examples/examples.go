// Package examples holds the small driver that hardbop demo checks.
package examples

import "embed"

//go:embed demo
var files embed.FS

// Demo returns the demo's files by name: driver_bug.c, which has a fault, driver.c, which is mended,
// and the rule lock.slic.
func Demo() (map[string][]byte, error) {
	list, err := files.ReadDir("demo")
	if err != nil {
		return nil, err
	}
	all := map[string][]byte{}
	for _, f := range list {
		if all[f.Name()], err = files.ReadFile("demo/" + f.Name()); err != nil {
			return nil, err
		}
	}
	return all, nil
}
