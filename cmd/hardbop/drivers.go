package main

import (
	"fmt"

	"github.com/spf13/pflag"

	"hardbop/internal/suite"
	"hardbop/internal/suite/plant"
)

// suitePlant is suite plant.
func suitePlant(args []string, std streams) int {
	fs := newFlagSet("suite plant", suiteUsage, std)
	database := fs.StringP("database", "p", "", "the files of the list are in the folder `DIR`, which says how they are compiled")
	if err := parseArgs(fs, args); err != nil {
		if err == pflag.ErrHelp {
			return exitOK
		}
		return complainUsage(std, "suite", err)
	}
	if args = fs.Args(); len(args) != 2 || *database == "" {
		return complainUsage(std, "suite", fmt.Errorf("plant: expected a list of faults, a folder for the copies, and -p DIR"))
	}
	faults, err := plant.ReadList(args[0])
	if err != nil {
		return failed(std, "suite", err)
	}
	lines, err := plant.Write(faults, *database, args[1])
	if err != nil {
		return failed(std, "suite", err)
	}
	for _, line := range lines {
		fmt.Fprintln(std.out, line)
	}
	return exitOK
}

// suiteTable is suite table.
func suiteTable(args []string, std streams) int {
	fs := newFlagSet("suite table", suiteUsage, std)
	if err := parseArgs(fs, args); err != nil {
		if err == pflag.ErrHelp {
			return exitOK
		}
		return complainUsage(std, "suite", err)
	}
	if fs.NArg() != 1 {
		return complainUsage(std, "suite", fmt.Errorf("table: expected a file of JSON lines"))
	}
	recs, err := suite.ReadRecords(fs.Arg(0))
	if err != nil {
		return failed(std, "suite", err)
	}
	suite.Sort(recs)
	if err := unlessUnread(suite.WriteDrivers(std.out, recs)); err != nil {
		return failed(std, "suite", err)
	}
	return exitOK
}
